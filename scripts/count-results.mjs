// Prints "N passed, N failed" over the gates of `npm run check` and the tests of `npm test`, and fails when either did.
//   node scripts/count-results.mjs <output of the check> <its exit code> <vitest's JSON report> <its exit code>
import { readFileSync } from 'node:fs'

const [checkLog, checkCode, testReport, testCode] = process.argv.slice(2)

const gates = readFileSync(checkLog, 'utf8').matchAll(/^(ok|FAILED) +\w+ +[\d.]+ s$/gm)
const verdicts = [...gates].map(([, verdict]) => verdict)
const check = {
  passed: verdicts.filter((verdict) => verdict === 'ok').length,
  failed: verdicts.filter((verdict) => verdict === 'FAILED').length,
}
const tests = readTests()

function readTests() {
  const report = parseReport()
  if (report === undefined) return { passed: 0, failed: 0 }
  // A file that could not be loaded has no tests of its own to fail; a skipped test proves nothing, so it fails.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const idle = report.numTotalTests - report.numPassedTests - report.numFailedTests
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length + idle }
}

/** Undefined when the run ended before its report was written, or in the middle of it. */
function parseReport() {
  try {
    return JSON.parse(readFileSync(testReport, 'utf8'))
  } catch {
    return undefined
  }
}

const passed = check.passed + tests.passed
let failed = check.failed + tests.failed
// Whatever ended badly, or without having done anything, without naming a failure, counts as one.
for (const [part, code] of [
  [check, checkCode],
  [tests, testCode],
]) {
  if ((code !== '0' || part.passed === 0) && part.failed === 0) failed += 1
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
