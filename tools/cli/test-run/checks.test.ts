import { expect, test } from 'vitest';
import { beginChecks, type Check } from './checks.ts';

const check = (name: string, script: string): Check => ({
  name,
  title: name,
  program: process.execPath,
  args: ['-e', script],
});

test('a check that fails is told with what it said, and keeps no other from being right', async () => {
  const wrong = check('wrong', "console.log('one line'); console.error('a.ts is wrong'); process.exit(2)");
  const results = await Promise.all(beginChecks([wrong, check('right', "console.log('all right')")]));
  expect(results.map(({ isRight }) => isRight)).toEqual([false, true]);
  expect(results[0]?.output).toContain('one line');
  expect(results[0]?.output).toContain('a.ts is wrong');
  expect(results[1]?.output).toBe('all right\n');
});

test('a check whose program is missing is not right', async () => {
  const [missing] = await Promise.all(beginChecks([{ ...check('missing', ''), program: '/nowhere/tsc' }]));
  expect(missing).toMatchObject({ isRight: false, output: expect.stringContaining('ENOENT') as string });
});

test('so many run beside each other as were allowed, and all run', async () => {
  const says = (name: string): Check => check(name, 'console.log(`${performance.timeOrigin} ${Date.now()}`)');
  const results = await Promise.all(beginChecks(['a', 'b', 'c'].map(says), 1));
  const times = results.map(({ output }) => output.trim().split(' ').map(Number));
  expect(times).toHaveLength(3);
  for (const [index, [beganMs]] of times.entries())
    if (index > 0) expect(beganMs).toBeGreaterThanOrEqual(times[index - 1]![1]! - 50);
});
