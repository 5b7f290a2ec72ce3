import { localGrantMs } from '@sightline/contracts/local-grants/local-grant';
import { expect, it } from 'vitest';
import { Grantees } from './grantees.ts';

it('sessions with grants are known for as long as a grant lives, and by each of their organizations', () => {
  const grantees = new Grantees();
  for (let session = 0; session < 500; session += 1)
    grantees.know({ sessionId: `old ${String(session)}`, organizationId: 'a' }, 0);
  grantees.know({ sessionId: 'kept', organizationId: 'a' }, 0);
  grantees.know({ sessionId: 'kept', organizationId: 'b' }, 1_000);
  grantees.know({ sessionId: 'two', organizationId: 'a' }, 500);
  grantees.know({ sessionId: 'two', organizationId: 'b' }, 500);
  grantees.forget(localGrantMs);
  expect(grantees.size).toBe(502);
  grantees.forget(localGrantMs + 500);
  expect(grantees.size).toBe(2);
  expect(grantees.take('kept')).toEqual(['b']);
  expect(grantees.take('two')).toEqual(['a', 'b']);
  expect(grantees.take('two')).toEqual([]);
  expect(grantees.size).toBe(0);
});
