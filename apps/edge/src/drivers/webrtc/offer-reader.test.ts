import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLoopbackCandidate } from './answer-candidates.ts';
import { readOffer, readVoiceOffer, withoutHiddenCandidates } from './offer-reader.ts';
import { isPictureLoss } from './rtcp-feedback.ts';

const section = (kind: string, ...lines: string[]): string =>
  [`m=${kind} 9 UDP/TLS/RTP/SAVPF 96`, 'a=mid:v', ...lines].join('\r\n');

describe('reading an offer', () => {
  it('finds nothing to send in an offer without H.264, or with H.264 in one packet per picture only', () => {
    expect(readOffer(section('video', 'a=recvonly', 'a=rtpmap:96 VP8/90000')).video).toBeNull();
    expect(
      readOffer(section('video', 'a=recvonly', 'a=rtpmap:96 H264/90000', 'a=fmtp:96 packetization-mode=0')).video,
    ).toBeNull();
    expect(
      readOffer(section('video', 'a=sendonly', 'a=rtpmap:96 H264/90000', 'a=fmtp:96 packetization-mode=1')).video,
    ).toBeNull();
  });

  it('prefers the richest profile', () => {
    const lines = ['42e01f', '640c1f', '4d001f'].flatMap((profile, index) => [
      `a=rtpmap:${index + 100} H264/90000`,
      `a=fmtp:${index + 100} packetization-mode=1;profile-level-id=${profile}`,
    ]);
    expect(readOffer(section('video', 'a=recvonly', ...lines)).video).toMatchObject({ mid: 'v', payloadType: 101 });
  });

  it('finds G.711', () => {
    expect(readOffer(section('audio', 'a=recvonly', 'a=rtpmap:8 PCMA/8000')).audio).toEqual({
      mid: 'v',
      pcmu: null,
      pcma: 8,
    });
    expect(readOffer(section('audio', 'a=recvonly', 'a=rtpmap:111 opus/48000/2')).audio).toBeNull();
  });

  it('CAM-026 finds the voice that it brings, and none where sound is only wanted or of another kind', () => {
    const lines = ['a=rtpmap:0 PCMU/8000', 'a=rtpmap:8 PCMA/8000'];
    expect(readVoiceOffer(section('audio', 'a=recvonly', ...lines))).toBeNull();
    expect(readVoiceOffer(section('audio', 'a=sendonly', 'a=rtpmap:111 opus/48000/2'))).toBeNull();
    expect(readVoiceOffer(section('audio', 'a=sendonly', ...lines))).toEqual({ mid: 'v', pcmu: 0, pcma: 8 });
  });

  it('takes any text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'm=video 9 X 1',
        'a=mid:',
        'a=rtpmap:1 H264/90000',
        'a=fmtp:1 packetization-mode=1',
        'a=candidate:',
        'a=fmtp:x',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(readOffer(lines.join('\n'))).toHaveProperty('video');
        expect(readVoiceOffer(lines.join('\n')) ?? { mid: '' }).toHaveProperty('mid');
        expect(withoutHiddenCandidates(lines.join('\n'))).not.toContain('.local ');
        expect(typeof withLoopbackCandidate(lines.join('\r\n'))).toBe('string');
      }),
    );
  });
});

describe('candidates', () => {
  it('leaves out hidden names and keeps addresses', () => {
    const sdp = 'a=candidate:1 1 udp 1 8f3a.local 5000 typ host\r\na=candidate:2 1 udp 1 192.168.1.4 5000 typ host\r\n';
    expect(withoutHiddenCandidates(sdp)).toBe('a=candidate:2 1 udp 1 192.168.1.4 5000 typ host\r\n');
  });

  it('adds the loopback address once, with the port of the others', () => {
    const answer = 'v=0\r\na=candidate:1 1 UDP 9 192.168.1.4 40000 typ host\r\na=end-of-candidates\r\n';
    const extended = withLoopbackCandidate(answer);
    expect(extended).toMatch(/127\.0\.0\.1 40000 typ host\r\na=end-of-candidates/);
    expect(withLoopbackCandidate(extended)).toBe(extended);
    expect(withLoopbackCandidate('v=0\r\n')).toBe('v=0\r\n');
  });
});

describe('feedback', () => {
  it('sees a request for a new picture behind a receiver report', () => {
    const report = [0x80, 201, 0, 1, 0, 0, 0, 1];
    const pli = [0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2];
    expect(isPictureLoss(Uint8Array.from([...report, ...pli]))).toBe(true);
    expect(isPictureLoss(Uint8Array.from(report))).toBe(false);
  });

  it('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof isPictureLoss(bytes)).toBe('boolean');
      }),
    );
  });
});
