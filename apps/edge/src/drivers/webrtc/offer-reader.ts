/** What of a browser's offer matters to a sender of camera video. */
export interface ReadOffer {
  video: { mid: string; payloadType: number; fmtp: string } | null;
  audio: { mid: string; pcmu: number | null; pcma: number | null } | null;
}

interface Section {
  kind: string;
  mid: string | null;
  direction: string;
  rtpmaps: Map<number, string>;
  fmtps: Map<number, string>;
}

const directions = new Set(['sendrecv', 'recvonly', 'sendonly', 'inactive']);

/** H.264 profiles, best first: a decoder offered for one takes all below it. */
const profileRank = ['64', '4d', '42'];

/** Reads an SDP offer. Sections without what we can send are null. Never throws: broken lines are ignored. */
export function readOffer(sdp: string): ReadOffer {
  const sections = splitSections(sdp);
  const wanted = (kind: string): Section | undefined =>
    sections.find(
      (section) =>
        section.kind === kind &&
        section.mid !== null &&
        (section.direction === 'recvonly' || section.direction === 'sendrecv'),
    );
  const video = wanted('video');
  const audio = wanted('audio');
  return { video: video ? readVideo(video) : null, audio: audio ? readAudio(audio) : null };
}

/** The voice that an offer brings, in G.711; null when it brings none. Never throws. */
export function readVoiceOffer(sdp: string): ReadOffer['audio'] {
  const speaks = ({ kind, mid, direction }: Section): boolean =>
    kind === 'audio' && mid !== null && (direction === 'sendonly' || direction === 'sendrecv');
  const section = splitSections(sdp).find(speaks);
  return section ? readAudio(section) : null;
}

function splitSections(sdp: string): Section[] {
  const sections: Section[] = [];
  for (const line of sdp.split(/\r?\n/)) {
    const media = /^m=(\w+) /.exec(line);
    if (media)
      sections.push({ kind: media[1]!, mid: null, direction: 'sendrecv', rtpmaps: new Map(), fmtps: new Map() });
    const section = sections.at(-1);
    if (section) readAttribute(section, line);
  }
  return sections;
}

function readAttribute(section: Section, line: string): void {
  const [, name, value] = /^a=([\w-]+)(?::(.*))?$/.exec(line) ?? [];
  if (name === undefined) return;
  if (name === 'mid' && value !== undefined) section.mid = value;
  if (directions.has(name)) section.direction = name;
  const numbered = /^(\d+) (.+)$/.exec(value ?? '');
  if (numbered && name === 'rtpmap') section.rtpmaps.set(Number(numbered[1]), numbered[2]!);
  if (numbered && name === 'fmtp') section.fmtps.set(Number(numbered[1]), numbered[2]!);
}

function readVideo(section: Section): ReadOffer['video'] {
  const usable = [...section.rtpmaps]
    .filter(
      ([payloadType, map]) =>
        /^h264\/90000/i.test(map) && /packetization-mode=1/.test(section.fmtps.get(payloadType) ?? ''),
    )
    .map(([payloadType]) => ({ payloadType, fmtp: section.fmtps.get(payloadType)! }))
    .toSorted((a, b) => rankOf(a.fmtp) - rankOf(b.fmtp));
  const best = usable[0];
  return best ? { mid: section.mid!, ...best } : null;
}

function rankOf(fmtp: string): number {
  const profile = /profile-level-id=([0-9a-f]{2})/i.exec(fmtp)?.[1]?.toLowerCase() ?? '42';
  const rank = profileRank.indexOf(profile);
  return rank < 0 ? profileRank.length : rank;
}

function readAudio(section: Section): ReadOffer['audio'] {
  const find = (name: string): number | null =>
    [...section.rtpmaps].find(([, map]) => map.toUpperCase().startsWith(`${name}/8000`))?.[0] ?? null;
  const audio = { mid: section.mid!, pcmu: find('PCMU'), pcma: find('PCMA') };
  return audio.pcmu === null && audio.pcma === null ? null : audio;
}

/** Host names of browsers that hide their address (mDNS) cannot be resolved here; the browser's own checks connect anyway. */
export const isUsableCandidate = (candidate: string): boolean => candidate !== '' && !/\.local /i.test(candidate);

/** An offer without candidates that cannot be used. */
export const withoutHiddenCandidates = (sdp: string): string =>
  sdp
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('a=candidate:') || isUsableCandidate(line))
    .join('\r\n');
