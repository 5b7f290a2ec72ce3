import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textSteps } from './page-text.ts';

const names = { ownOrigin: 'https://abc.pages.example.org', cameraOrigin: 'http://10.0.0.9:8000', cookiePrefix: 'p-' };

async function rewritten(
  parts: Buffer[],
  headers: Record<string, string> = {},
  cameraOrigin = names.cameraOrigin,
): Promise<Buffer> {
  const found = textSteps({ 'content-type': 'text/html', ...headers }, 200, { ...names, cameraOrigin });
  const [first, ...others] = found?.steps ?? [];
  if (!first) throw new Error('this is no text');
  Readable.from(parts).pipe(first);
  return buffer(others.reduce((before, step) => before.pipe(step), first));
}
const text = async (source: string, cameraOrigin?: string): Promise<string> =>
  (await rewritten([Buffer.from(source)], {}, cameraOrigin)).toString();

describe('the text of a page', () => {
  it('is left alone where it is none, a part of one, or packed in an unknown way', () => {
    expect(textSteps({ 'content-type': 'image/jpeg' }, 200, names)).toBeNull();
    expect(textSteps({ 'content-type': 'text/html' }, 206, names)).toBeNull();
    expect(textSteps({ 'content-type': 'text/html', 'content-encoding': 'zstd' }, 200, names)).toBeNull();
  });

  it.each([
    'http://10.0.0.90:8000/',
    'http://10.0.0.9:80001/',
    'http://10.0.0.9/',
    'https://10.0.0.9:8000/',
    'http://10x0.0.9:8000/',
    'http://10.0.0.9:8000.evil.example/',
  ])('keeps the address of somebody else: %s', async (address) =>
    expect(await text(`<a href="${address}">`)).toBe(`<a href="${address}">`),
  );

  it('names the page in place of the camera, as markup, scripts and sockets write it', async () => {
    expect(
      await text(
        'a="http://10.0.0.9:8000/x";b="http:\\/\\/10.0.0.9:8000\\/y";c=\'ws://10.0.0.9:8000/z\';HTTP://10.0.0.9:8000',
      ),
    ).toBe(
      'a="https://abc.pages.example.org/x";b="https:\\/\\/abc.pages.example.org\\/y";c=\'wss://abc.pages.example.org/z\';https://abc.pages.example.org',
    );
    expect(await text('http://10.0.0.9/ http://10.0.0.9:80/ http://10.0.0.9:81/', 'http://10.0.0.9')).toBe(
      'https://abc.pages.example.org/ https://abc.pages.example.org/ http://10.0.0.9:81/',
    );
  });

  it('is the same wherever it is cut, packed or not, and every other byte stays', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0x00, 0xc3]),
      Buffer.from(`${'é'.repeat(400)}http://10.0.0.9:8000/x`),
      Buffer.from([0x80]),
    ]);
    const whole = await rewritten([bytes]);
    expect(
      whole.includes('https://abc.pages.example.org/x') &&
        whole.subarray(0, 4).equals(bytes.subarray(0, 4)) &&
        whole.at(-1) === 0x80,
    ).toBe(true);
    for (const at of [1, 700, 810, 815, 820, 825])
      expect(await rewritten([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    expect(await rewritten([gzipSync(bytes)], { 'content-encoding': 'gzip' })).toEqual(whole);
  });

  it('does not say the length, the packing and the checksums of before', () => {
    const found = textSteps(
      {
        'content-type': 'text/html',
        'content-encoding': 'gzip',
        'content-length': '9',
        'content-md5': 'x',
        etag: '"1"',
      },
      200,
      names,
    );
    expect(found?.headers).toEqual({ 'content-type': 'text/html', etag: '"1"' });
  });
});
