import { binaryKind, encodeBinaryHeader } from '@sightline/contracts/live/player-binary';
import { describe, expect, it } from 'vitest';
import { ItemAssembler } from './item-assembler.ts';

interface Chunk {
  requestId: number;
  isLast: boolean;
  bytes: number[];
  wallMs?: number;
  kind?: 1 | 2 | 3;
}

function message({ requestId, isLast, bytes, wallMs = 0, kind = binaryKind.fragment }: Chunk): Uint8Array {
  const header = encodeBinaryHeader({ kind, isLast, startsWithKey: true, requestId, wallMs });
  const whole = new Uint8Array(header.byteLength + bytes.length);
  whole.set(header);
  whole.set(bytes, header.byteLength);
  return whole;
}

describe('joining the chunks of player items', () => {
  it('ignores messages that are too short or of another version', () => {
    const assembler = new ItemAssembler();
    expect(assembler.push(new Uint8Array(3))).toBeNull();
    const other = message({ requestId: 1, isLast: true, bytes: [1] });
    other[0] = 9;
    expect(assembler.push(other)).toBeNull();
  });

  it('hands a one-chunk item out at once, as a copy', () => {
    const assembler = new ItemAssembler();
    const sent = message({ requestId: 7, isLast: true, bytes: [1, 2, 3], wallMs: 1234.5 });
    const item = assembler.push(sent);
    sent.fill(0);
    expect(item).toMatchObject({ requestId: 7, wallMs: 1234.5, startsWithKey: true, kind: 2 });
    expect([...(item?.bytes ?? [])]).toEqual([1, 2, 3]);
  });

  it('keeps interleaved requests apart', () => {
    const assembler = new ItemAssembler();
    expect(assembler.push(message({ requestId: 1, isLast: false, bytes: [1], wallMs: 10 }))).toBeNull();
    expect(assembler.push(message({ requestId: 2, isLast: false, bytes: [9], wallMs: 20 }))).toBeNull();
    expect([...(assembler.push(message({ requestId: 1, isLast: true, bytes: [2], wallMs: 10 }))?.bytes ?? [])]).toEqual(
      [1, 2],
    );
    expect([...(assembler.push(message({ requestId: 2, isLast: true, bytes: [8], wallMs: 20 }))?.bytes ?? [])]).toEqual(
      [9, 8],
    );
  });

  it('forgets an unfinished item of a cancelled request', () => {
    const assembler = new ItemAssembler();
    assembler.push(message({ requestId: 1, isLast: false, bytes: [1] }));
    assembler.forget(1);
    expect([...(assembler.push(message({ requestId: 1, isLast: true, bytes: [5] }))?.bytes ?? [])]).toEqual([5]);
  });
});
