import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { TalkMessage } from '@sightline/contracts/talk/talk';
import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import { parseRtpPacket } from '@sightline/media/rtp/rtp-packet';
import type { VoicePeer } from '../../drivers/peer-driver.ts';
import type { Speaker } from '../../drivers/speaker-driver.ts';
import { frameMs, VoiceQueue } from './voice-queue.ts';

export interface TalkDeps {
  speaker: Speaker;
  /** A clock that only goes forwards. */
  nowMs: () => number;
  onEnded: (code: ErrorCode) => void;
}

/** Time for the farewell to reach the browser before its connection goes. */
const farewellMs = 250;
/** When this process stood still for longer, what was due meanwhile is not made up for. */
const maxDueFrames = 25;

/** One voice on its way from a browser to the speaker of a camera, evenly: a frame every 20 ms from its first packet on. */
export class Talk {
  readonly #deps: TalkDeps;
  readonly #queue: VoiceQueue;
  readonly #openedAtMs: number;
  #peer: VoicePeer | null = null;
  #pace: NodeJS.Timeout | undefined;
  #renewedAtMs: number;
  #heardAtMs: number | null = null;
  /** When the first frame was due, and how many were sent since. */
  #startedAtMs = 0;
  #sentFrames = 0;
  #spokenMs = 0;
  #isOver = false;

  constructor(deps: TalkDeps) {
    this.#deps = deps;
    this.#queue = new VoiceQueue(deps.speaker.codec);
    this.#openedAtMs = deps.nowMs();
    this.#renewedAtMs = this.#openedAtMs;
  }

  /** How much sound of the browser the camera was sent, ms. */
  get heardMs(): number {
    return Math.round(this.#spokenMs);
  }

  /** The connection over which the voice comes. */
  attach(peer: VoicePeer): void {
    this.#peer = peer;
    if (this.#isOver) peer.close();
  }

  addCandidate(candidate: string, mid: string): { candidate: string; mid: string }[] {
    this.#peer?.addCandidate(candidate, mid);
    return this.#peer?.takeCandidates() ?? [];
  }

  renew(): void {
    this.#renewedAtMs = this.#deps.nowMs();
  }

  /** An RTP packet of the browser. */
  hear(bytes: Uint8Array): void {
    const packet = parseRtpPacket(bytes);
    if (this.#isOver || packet === null || packet.payload.length === 0) return;
    const nowMs = this.#deps.nowMs();
    this.#heardAtMs = nowMs;
    this.#queue.push(packet.sequence, packet.payload);
    if (this.#pace !== undefined) return;
    this.#startedAtMs = nowMs;
    this.#pace = setInterval(() => this.#sendDue(), frameMs);
  }

  /** Why it must end now; null while it may go on. */
  overdue(): ErrorCode | null {
    const nowMs = this.#deps.nowMs();
    if (nowMs - this.#openedAtMs >= talkTimes.longestMs) return 'talk_time_over';
    if (nowMs - this.#renewedAtMs >= talkTimes.leaseMs) return 'talk_ended';
    if (this.#heardAtMs === null) return nowMs - this.#openedAtMs >= talkTimes.connectMs ? 'talk_not_possible' : null;
    return nowMs - this.#heardAtMs >= talkTimes.silentMs ? 'talk_no_sound' : null;
  }

  /** Gives the speaker back at once, and tells the browser why. */
  end(code: ErrorCode): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#pace);
    void this.#deps.speaker.close();
    const peer = this.#peer;
    peer?.say(JSON.stringify({ type: 'ended', code } satisfies TalkMessage));
    setTimeout(() => peer?.close(), farewellMs).unref();
    this.#deps.onEnded(code);
  }

  #sendDue(): void {
    const due = Math.floor((this.#deps.nowMs() - this.#startedAtMs) / frameMs) - this.#sentFrames;
    if (due > maxDueFrames) this.#sentFrames += due - 1;
    for (let count = due > maxDueFrames ? 1 : due; count > 0; count -= 1) {
      const { frame, spokenMs } = this.#queue.take();
      this.#deps.speaker.send(frame);
      this.#spokenMs += spokenMs;
      this.#sentFrames += 1;
    }
  }
}
