import type { Scanner } from './scanner.ts'

/**
 * Lends scanners, and takes them back to lend them again.
 *
 * One holds a lot of memory; to make one for each of a thousand small files would take longer than to read them.
 */
export class ScannerPool {
  private readonly make: () => Scanner
  private readonly idle: Scanner[] = []

  constructor(make: () => Scanner) {
    this.make = make
  }

  borrow(): Scanner {
    return this.idle.pop() ?? this.make()
  }

  giveBack(scanner: Scanner): void {
    this.idle.push(scanner)
  }
}
