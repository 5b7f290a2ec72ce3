import { expect, test } from 'vitest';
import { readOffer, writeDiscover } from './dhcp-question.ts';

const number = 0xde_ad_be_ef;
const hardware = new Uint8Array([2, 0, 0, 0, 0, 1]);

function offer(options: number[], change: (bytes: Uint8Array) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(300);
  bytes.set(writeDiscover(number, hardware).subarray(0, 240));
  bytes[0] = 2;
  bytes.set(options, 240);
  change(bytes);
  return bytes;
}

test('asks as a device without an address, by broadcast', () => {
  const bytes = writeDiscover(number, hardware);
  expect([...bytes.subarray(0, 12)]).toEqual([1, 1, 6, 0, 0xde, 0xad, 0xbe, 0xef, 0, 0, 0x80, 0]);
  expect([...bytes.subarray(28, 34)]).toEqual([...hardware]);
  expect([...bytes.subarray(236, 243)]).toEqual([99, 130, 83, 99, 53, 1, 1]);
});

test('takes nothing but an offer to this question', () => {
  const good = [53, 1, 2, 54, 4, 10, 0, 0, 254, 255];
  expect(readOffer(offer(good), number + 1)).toBeNull();
  expect(readOffer(offer([53, 1, 5, 255]), number)).toBeNull();
  expect(readOffer(offer([255]), number)).toBeNull();
  expect(
    readOffer(
      offer(good, (bytes) => (bytes[0] = 1)),
      number,
    ),
  ).toBeNull();
  expect(
    readOffer(
      offer(good, (bytes) => (bytes[236] = 0)),
      number,
    ),
  ).toBeNull();
  expect(readOffer(new Uint8Array(20), number)).toBeNull();
});

test('survives options that end in nothing', () => {
  expect(readOffer(offer([53, 1, 2, 54, 4, 10]).subarray(0, 246), number)).toBe('0.0.0.0');
  expect(readOffer(offer([53, 200]).subarray(0, 242), number)).toBeNull();
});

test('reads who offers, whatever stands before it', () => {
  expect(readOffer(offer([0, 0, 1, 4, 255, 255, 255, 0, 53, 1, 2, 54, 4, 10, 0, 0, 254, 255]), number)).toBe(
    '10.0.0.254',
  );
});
