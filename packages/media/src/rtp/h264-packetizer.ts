import { splitLengthPrefixed } from '../nal/length-prefix.ts';

export interface PacketizeOptions {
  /** Largest RTP payload in bytes. */
  maxPayload: number;
}

export interface PacketizedPayload {
  payload: Uint8Array;
  /** Set on the last payload of the picture. */
  marker: boolean;
}

/**
 * Cuts one H.264 picture (4-byte length-prefixed units) into RTP payloads: before a key picture one STAP-A with the
 * parameter sets, then single units, and FU-A for what is larger than `maxPayload`.
 */
export function packetizeH264(
  unit: { data: Uint8Array; key: boolean },
  config: { sps: readonly Uint8Array[]; pps: readonly Uint8Array[] },
  { maxPayload }: PacketizeOptions,
): PacketizedPayload[] {
  const payloads: Uint8Array[] = [];
  if (unit.key) pushParameterSets(payloads, [...config.sps, ...config.pps], maxPayload);
  for (const nal of splitLengthPrefixed(unit.data)) {
    if (nal.length <= maxPayload) payloads.push(nal);
    else pushFragments(payloads, nal, maxPayload);
  }
  return payloads.map((payload, index) => ({ payload, marker: index === payloads.length - 1 }));
}

function pushParameterSets(payloads: Uint8Array[], sets: Uint8Array[], maxPayload: number): void {
  const total = sets.reduce((sum, set) => sum + set.length + 2, 1);
  if (total > maxPayload) {
    payloads.push(...sets);
    return;
  }
  const stap = new Uint8Array(total);
  stap[0] = sets.reduce((highest, set) => Math.max(highest, set[0]! & 0x60), 0) | 24;
  let at = 1;
  for (const set of sets) {
    stap[at] = set.length >> 8;
    stap[at + 1] = set.length;
    stap.set(set, at + 2);
    at += set.length + 2;
  }
  payloads.push(stap);
}

function pushFragments(payloads: Uint8Array[], nal: Uint8Array, maxPayload: number): void {
  const header = nal[0]!;
  const room = maxPayload - 2;
  for (let at = 1; at < nal.length; at += room) {
    const part = nal.subarray(at, at + room);
    const payload = new Uint8Array(part.length + 2);
    payload[0] = (header & 0xe0) | 28;
    payload[1] = (header & 0x1f) | (at === 1 ? 0x80 : 0) | (at + room >= nal.length ? 0x40 : 0);
    payload.set(part, 2);
    payloads.push(payload);
  }
}
