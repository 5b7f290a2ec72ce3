import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import { expect, it, vi } from 'vitest';
import { Talk } from './talk.ts';

const packet = (sequence: number): Uint8Array => {
  const bytes = Buffer.alloc(172);
  bytes[0] = 0x80;
  bytes.writeUInt16BE(sequence, 2);
  return bytes;
};

function open() {
  const clock = { nowMs: 0 };
  const sent: Uint8Array[] = [];
  const close = vi.fn(async () => undefined);
  const ended: string[] = [];
  const speaker = { codec: 'pcmu' as const, send: (sound: Uint8Array) => void sent.push(sound), close };
  return {
    clock,
    sent,
    close,
    ended,
    talk: new Talk({ speaker, nowMs: () => clock.nowMs, onEnded: (code) => ended.push(code) }),
  };
}

it.each([
  { code: 'talk_not_possible', afterMs: talkTimes.connectMs, isHeard: false },
  { code: 'talk_no_sound', afterMs: talkTimes.silentMs, isHeard: true },
] as const)('CAM-026 is overdue with $code where something was heard: $isHeard', ({ code, afterMs, isHeard }) => {
  const { talk, clock } = open();
  if (isHeard) talk.hear(packet(1));
  clock.nowMs = afterMs - 1;
  talk.renew();
  expect(talk.overdue()).toBeNull();
  clock.nowMs = afterMs;
  expect(talk.overdue()).toBe(code);
  talk.end(code);
});

it('CAM-026 is overdue without a renewal, and after its longest time however often it was renewed', () => {
  const { talk, clock } = open();
  talk.hear(packet(1));
  clock.nowMs = talkTimes.leaseMs - 1;
  talk.hear(packet(2));
  expect(talk.overdue()).toBeNull();
  clock.nowMs += 1;
  expect(talk.overdue()).toBe('talk_ended');
  talk.renew();
  expect(talk.overdue()).toBeNull();
  clock.nowMs = talkTimes.longestMs;
  talk.renew();
  talk.hear(packet(3));
  expect(talk.overdue()).toBe('talk_time_over');
  talk.end('talk_time_over');
});

it('CAM-026 ends once, gives the speaker back, and plays nothing more', () => {
  const { talk, close, ended, sent } = open();
  talk.hear(packet(1));
  talk.end('forbidden');
  talk.end('talk_ended');
  talk.hear(packet(2));
  expect(close).toHaveBeenCalledTimes(1);
  expect(ended).toEqual(['forbidden']);
  expect(sent).toEqual([]);
});
