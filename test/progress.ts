import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

const intervalMs = 10_000

/** Prints a running total for a log, where no live summary can be shown. */
export class Progress implements Reporter {
  private all = 0
  private files = 0
  private passed = 0
  private failed = 0
  private started = 0
  private printed = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.all = specifications.length
    this.started = this.printed = Date.now()
  }

  onTestModuleEnd(module: TestModule): void {
    this.files += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') this.passed += 1
      if (state === 'failed') this.failed += 1
    }
    if (Date.now() - this.printed >= intervalMs) this.print()
  }

  private print(): void {
    this.printed = Date.now()
    const seconds = Math.round((this.printed - this.started) / 1000)
    const tests = `${this.passed} passed, ${this.failed} failed`
    process.stdout.write(`   ${seconds} s: ${this.files} of ${this.all} files; so far ${tests}\n`)
  }
}
