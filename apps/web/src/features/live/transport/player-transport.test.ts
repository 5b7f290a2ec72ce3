import { playerReply } from '@sightline/contracts/live/player-protocol';
import { expect, test } from 'vitest';
import { parseReply } from './player-transport.ts';

test('what is no reply is none: other text, other types, names of an object, and replies to nobody', () => {
  for (const text of ['', 'x', '1', 'null', '{}', '{"type":"new","requestId":1}', '{"type":"toString","requestId":1}'])
    expect(parseReply(text), text).toBeNull();
  expect(parseReply('{"type":"clock"}')).toBeNull();
});

test('every kind of reply that a core can give is heard', () => {
  const kinds = playerReply.options.map(({ shape }) => shape.type.value);
  expect(kinds).toContain('clock');
  for (const type of kinds) expect(parseReply(JSON.stringify({ type, requestId: 1 })), type).toMatchObject({ type });
});
