import { expect, test } from 'vitest';
import { postedDoorFact } from './posted-door-facts.ts';

const posted = (tag: string, fields: Record<string, string | number | boolean>) =>
  postedDoorFact({ id: 'one', tag, atUtcMs: 7, fields });

test.each([
  ['another tag', 'gate.state', { door: 'Lobby', state: 'open' }],
  ['no door', 'door.state', { state: 'open' }],
  ['a door without a name', 'door.state', { door: ' ', state: 'open' }],
  ['a door that is a number', 'door.state', { door: 3, state: 'open' }],
  ['a state that doors do not have', 'door.state', { door: 'Lobby', state: 'broken' }],
  ['an outcome that is none', 'door.access', { door: 'Lobby', outcome: true }],
  ['a name of every object', 'door.access', { door: 'Lobby', outcome: 'toString' }],
])('%s says nothing of a door', (_, tag, fields) => {
  expect(posted(tag, fields as never)).toBeNull();
});

test('states and badges are read with the door that they are of', () => {
  expect(posted('door.state', { door: ' Lobby ', state: 'ajar', floor: 2 })).toEqual({
    door: 'Lobby',
    fact: { kind: 'state', id: 'one', atUtcMs: 7, state: 'ajar' },
  });
  expect(posted('door.access', { door: 'Lobby', outcome: 'denied' })).toEqual({
    door: 'Lobby',
    fact: { kind: 'access', id: 'one', atUtcMs: 7, isGranted: false },
  });
});
