import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorize, chooseChallenge } from './authorization.ts';
import { parseRtspUrl, resolveControlUrl } from './control-url.ts';
import { formatRequest, type RtspMessage } from './rtsp-message.ts';
import { createRtspParser } from './rtsp-parser.ts';
import { parseSdp } from './sdp.ts';
import { parseSessionHeader, parseTransport } from './transport-header.ts';

const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function parser() {
  const heard = {
    messages: [] as RtspMessage[],
    packets: [] as { channel: number; bytes: number[] }[],
    broken: [] as string[],
  };
  const made = createRtspParser({
    message: (message) => heard.messages.push(message),
    interleaved: (channel, packet) => heard.packets.push({ channel, bytes: [...packet] }),
    broken: (reason) => heard.broken.push(reason),
  });
  return { ...heard, push: (chunk: Uint8Array) => made.push(chunk), skipped: () => made.bytesSkipped() };
}

const frame = (channel: number, body: readonly number[]): Uint8Array =>
  Uint8Array.of(0x24, channel, body.length >> 8, body.length & 255, ...body);
const okAnswer = text('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 5\r\n\r\nhello');

describe('RTSP stream', () => {
  it('never throws on garbage, and ends soon when nothing is RTSP', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 20 }), (chunks) => {
        const one = parser();
        for (const chunk of chunks) one.push(chunk);
      }),
      { numRuns: 500 },
    );
    const http = parser();
    const short = parser();
    short.push(text('HTTP/1.1 400 Bad Request\r\nConnection: keep-alive\r\n\r\n'));
    expect(short.broken).toEqual(['not_rtsp']);
    http.push(text(`HTTP/1.1 400 Bad Request\r\n\r\n<html>${'x'.repeat(600)}`));
    expect(http.broken).toEqual(['not_rtsp']);
  });

  it('never throws on damaged messages behind a good one', () => {
    fc.assert(
      fc.property(fc.nat(okAnswer.length * 8 - 1), fc.uint8Array({ maxLength: 300 }), (bit, tail) => {
        const damaged = okAnswer.slice();
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        const one = parser();
        one.push(okAnswer);
        one.push(damaged);
        one.push(tail);
        expect(one.messages[0]?.body).toBe('hello');
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses heads and bodies without end', () => {
    const head = parser();
    for (let i = 0; i < 80; i++) head.push(text(`${i === 0 ? 'RTSP/1.0 200 OK\r\n' : ''}X: ${'y'.repeat(1000)}\r\n`));
    expect(head.broken).toHaveLength(1);
    const body = parser();
    body.push(text('RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n'));
    expect(body.broken).toHaveLength(1);
  });

  it('gives the same messages and packets however the bytes are cut', () => {
    const bytes = Uint8Array.from([
      ...okAnswer,
      ...frame(0, [0x80, 1, 2, 3]),
      ...frame(1, [0x81, 200, 0, 6]),
      ...okAnswer,
      ...frame(2, [0x80, 9, 9, 9, 9]),
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (sizes) => {
        const one = parser();
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length]!;
          one.push(bytes.slice(at, at + size));
          at += size;
        }
        expect(one.messages.map((message) => message.body)).toEqual(['hello', 'hello']);
        expect(one.packets.map((packet) => packet.channel)).toEqual([0, 1, 2]);
      }),
    );
  });

  it('finds its way again after garbage between frames', () => {
    const one = parser();
    one.push(okAnswer);
    one.push(
      Uint8Array.from([
        ...frame(0, [0x80, 1, 2, 3]),
        0x24,
        0xff,
        7,
        0x24,
        0,
        0,
        4,
        0x11,
        3,
        ...frame(0, [0x80, 4, 5, 6]),
      ]),
    );
    expect(one.packets.map((packet) => packet.bytes[1])).toEqual([1, 4]);
    expect(one.skipped()).toBeGreaterThan(0);
  });

  it('cannot be tricked into writing a second header', () => {
    expect(formatRequest({ method: 'OPTIONS', url: 'rtsp://h/\r\nX: 1', headers: [['A', 'b\r\nC: d']] })).toBe(
      'OPTIONS rtsp://h/ RTSP/1.0\r\nA: b\r\n\r\n',
    );
  });
});

describe('authentication', () => {
  it('meets no challenge that it does not know', () => {
    expect(chooseChallenge(['Bearer x', 'Digest realm="a", nonce="b", algorithm=SHA-512-256', ''])).toBeNull();
  });

  it('prefers SHA-256 over MD5 over Basic', () => {
    const headers = [
      'Basic realm="a"',
      'Digest realm="a", nonce="n"',
      'Digest realm="a", nonce="n", algorithm=SHA-256, qop="auth"',
    ];
    expect(chooseChallenge(headers)).toMatchObject({ algorithm: 'SHA-256', qopAuth: true });
    expect(chooseChallenge(headers.slice(0, 2))).toMatchObject({ scheme: 'digest', algorithm: 'MD5', qopAuth: false });
  });

  it('answers as RFC 2617 and RFC 7616 show', () => {
    const request = { method: 'GET', url: '/dir/index.html', nonceCount: 1, hash };
    const old = chooseChallenge([
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    ])!;
    expect(
      authorize(old, { username: 'Mufasa', password: 'Circle Of Life' }, { ...request, clientNonce: '0a4f113b' }),
    ).toContain('response="6629fae49393a05397450978507c4ef1"');
    const sha = chooseChallenge([
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    ])!;
    expect(
      authorize(
        sha,
        { username: 'Mufasa', password: 'Circle of Life' },
        { ...request, clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' },
      ),
    ).toContain('response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"');
    expect(
      authorize(
        chooseChallenge(['Basic realm="x"'])!,
        { username: 'u', password: 'é' },
        { ...request, clientNonce: '' },
      ),
    ).toBe('Basic dTrDqQ==');
  });

  it('never throws on a garbled challenge', () => {
    fc.assert(fc.property(fc.string(), (header) => void chooseChallenge([header, `Digest ${header}`])));
  });
});

describe('URLs', () => {
  it('refuses what is not an RTSP URL', () => {
    for (const url of [
      '',
      'http://a/b',
      'rtsp://',
      'rtsp://host:0/',
      'rtsp://host:99999/',
      'file:///etc/passwd',
      'rtsp://a b/',
    ])
      expect(parseRtspUrl(url)).toBeNull();
  });

  it('takes credentials out, also odd ones', () => {
    expect(parseRtspUrl('rtsp://admin:p@ss/w:rd@10.0.0.5:8554/live?ch=1')).toEqual({
      tls: false,
      host: '10.0.0.5',
      port: 8554,
      href: 'rtsp://10.0.0.5:8554/live?ch=1',
      username: 'admin',
      password: 'p@ss/w:rd',
    });
    expect(parseRtspUrl('rtsps://u:100%25%zz@[fe80::1]/x')).toMatchObject({
      tls: true,
      host: 'fe80::1',
      port: 322,
      href: 'rtsps://[fe80::1]/x',
    });
    expect(parseRtspUrl('rtsp://u:a%40b@h')).toMatchObject({ password: 'a@b', href: 'rtsp://h', port: 554 });
  });

  it.each([
    'rtsp://10.0.0.5/live@10.0.0.6/x',
    'rtsp://10.0.0.5?to=@10.0.0.6',
    'rtsp://10.0.0.5:554/a:b@c',
    'rtsp://10.0.0.5#@10.0.0.6/x',
  ])('connects to the host of %s, whatever stands behind it', (url) => {
    expect(parseRtspUrl(url)).toMatchObject({ host: '10.0.0.5', port: 554, href: url, username: null, password: null });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (url) => void parseRtspUrl(`rtsp://${url}`)));
  });

  it('resolves controls as cameras mean them', () => {
    const base = 'rtsp://h:554/cam/live?ch=1';
    expect(resolveControlUrl(base, '')).toBe(base);
    expect(resolveControlUrl(base, '*')).toBe(base);
    expect(resolveControlUrl(base, 'trackID=1')).toBe('rtsp://h:554/cam/live?ch=1/trackID=1');
    expect(resolveControlUrl('rtsp://h/cam/', 'trackID=1')).toBe('rtsp://h/cam/trackID=1');
    expect(resolveControlUrl(base, '/other')).toBe('rtsp://h:554/other');
    expect(resolveControlUrl(base, 'rtsp://x/y')).toBe('rtsp://x/y');
  });
});

describe('session descriptions', () => {
  it('never throw on garbage', () => {
    const line = fc.oneof(
      fc.string(),
      fc.string().map((rest) => `a=fmtp:${rest}`),
      fc.string().map((rest) => `a=rtpmap:96 ${rest}`),
      fc.constantFrom('m=video 0 RTP/AVP 96', 'm=audio 0 RTP/AVP 97 0'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => void parseSdp(lines.join('\r\n'))),
      { numRuns: 1000 },
    );
  });

  it('name the codec that we do not record', () => {
    expect(parseSdp('m=video 0 RTP/AVP 26\r\na=control:1')).toMatchObject({
      hasVideo: true,
      video: null,
      unsupportedVideo: ['JPEG'],
    });
  });

  it('give video and audio with their parameter sets', () => {
    const sdp = parseSdp(
      [
        'v=0',
        'a=control:*',
        'm=video 0 RTP/AVP 96',
        'a=rtpmap:96 H264/90000',
        'a=fmtp:96 packetization-mode=1; sprop-parameter-sets=Z01AHw==,aO8LyA==',
        'a=control:trackID=0',
        'm=audio 0 RTP/AVP 97',
        'a=rtpmap:97 MPEG4-GENERIC/16000/1',
        'a=fmtp:97 streamtype=5;mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3',
        'a=control:trackID=1',
      ].join('\n'),
    );
    expect(sdp.video).toMatchObject({
      codec: 'h264',
      payloadType: 96,
      control: 'trackID=0',
      parameterSets: [Uint8Array.of(0x67, 0x4d, 0x40, 0x1f), Uint8Array.of(0x68, 0xef, 0x0b, 0xc8)],
    });
    expect(sdp.audio).toMatchObject({
      config: { codec: 'aac', sampleRate: 16_000, channels: 1, codecString: 'mp4a.40.2' },
      aac: { sizeBits: 13 },
    });
    expect(parseSdp('m=audio 0 RTP/AVP 8').audio).toMatchObject({ config: { codec: 'pcma', sampleRate: 8000 } });
  });

  const picture = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000'];
  const sound = ['m=audio 0 RTP/AVP 0', 'a=control:sound'];

  it.each([
    ['no audio', []],
    ['sound that only comes', sound],
    ['a codec other than G.711', ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 MPEG4-GENERIC/16000/1', 'a=sendonly']],
    ['another rate than 8 kHz', ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 PCMU/16000', 'a=sendonly']],
    ['two channels', ['m=audio 0 RTP/AVP 97', 'a=rtpmap:97 PCMU/8000/2', 'a=sendonly']],
  ])('CAM-026 name no speaker for %s', (_title, lines) => {
    expect(parseSdp([...picture, ...lines].join('\n')).speaker).toBeNull();
  });

  it('CAM-026 take sound for sound that comes where pictures are marked alike', () => {
    const sdp = parseSdp([...picture, 'a=sendonly', ...sound, 'a=sendonly'].join('\n'));
    expect(sdp).toMatchObject({ speaker: null, audio: { control: 'sound' } });
  });

  it('CAM-026 name the speaker, by preference PCMU, and do not record it', () => {
    const back = ['m=audio 0 RTP/AVP 8 0', 'a=control:speaker', 'a=sendonly'];
    expect(parseSdp([...picture, ...back, ...sound].join('\n'))).toMatchObject({
      speaker: { codec: 'pcmu', payloadType: 0, control: 'speaker' },
      audio: { control: 'sound' },
    });
    const named = ['m=audio 0 RTP/AVP 100', 'a=rtpmap:100 PCMA/8000/1', 'a=sendonly', 'a=control:a'];
    expect(parseSdp([...picture, ...named].join('\n')).speaker).toEqual({
      codec: 'pcma',
      payloadType: 100,
      control: 'a',
    });
  });

  it('read Transport and Session headers, and survive broken ones', () => {
    expect(parseTransport('RTP/AVP/TCP;unicast;interleaved=2-3;ssrc=00ff00aa')).toMatchObject({
      interleaved: { rtp: 2, rtcp: 3 },
      ssrc: 0xff00aa,
    });
    expect(parseTransport('RTP/AVP;server_port=x;interleaved=999999')).toMatchObject({
      interleaved: null,
      serverPorts: null,
    });
    expect(parseSessionHeader('abc ; timeout=30')).toEqual({ id: 'abc', timeoutS: 30 });
    expect(parseSessionHeader('')).toEqual({ id: '', timeoutS: 60 });
  });
});
