import { expect, test } from 'vitest'
import { maskSecrets } from './mask.ts'

test.each<[text: string, masked: string]>([
  ['curl -H "Authorization: Bearer abcdef0123456789" x', 'curl -H "Authorization: Bearer ***" x'],
  ['export OPENAI_API_KEY=sk-proj-AbCd1234EfGh5678', 'export OPENAI_API_KEY=***'],
  ['use sk-ant-api03-AbCd1234EfGh5678 here', 'use sk-ant-*** here'],
  ['git clone https://me:hunter2secret@host/x.git', 'git clone https://me:***@host/x.git'],
  ['ghp_0123456789abcdefABCDEF0123456789abcd', 'ghp_***'],
  ['github_pat_11ABCDEFG0abcdefghij', 'github_pat_***'],
  ['aws AKIAIOSFODNN7EXAMPLE', 'aws AKIA***'],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=***'],
  ['{"password":"correct horse"}', '{"password":"***"}'],
  ['{"command":"x --token 0123456789abcdef"}', '{"command":"x --token ***"}'],
  ['{\\"api_key\\": \\"0123456789abcdef\\"}', '{\\"api_key\\": \\"***\\"}'],
  ['client_secret: 9f8e7d6c5b4a', 'client_secret: ***'],
  ['xoxb-123456789012-abcdef', 'xoxb-***'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0aa.sig', 'eyJ***'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----***'],
  ['AIzaSyA1234567890abcdefg', 'AIza***'],
])('%s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test.each([
  'npm test -- --watch',
  'git commit -m "token handling"',
  '{"command":"ls","path":"src/auth/index.ts"}',
  'sha 0f3a9d1011114222833344445555666677778888',
  'https://example.com/a?b=c',
  'toolu_01QvX7dLkN2mRz8sT4wYb6Hc',
  '{"max_tokens":128000}',
  'sk-ip this test',
])('%s stays', (text) => {
  expect(maskSecrets(text)).toBe(text)
})
