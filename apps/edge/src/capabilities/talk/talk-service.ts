import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Talker, TalkState } from '@sightline/contracts/talk/talk';
import type { AnswerVoice } from '../../drivers/peer-driver.ts';
import type { Speaker, SpeakerDriver, SpeakerPlace } from '../../drivers/speaker-driver.ts';
import { causeOf, SpeakerProbes } from './speaker-probes.ts';
import { Talk } from './talk.ts';

/** Where a camera is, which only this core knows together with its password. */
export type TalkSource = Pick<SpeakerPlace, 'url' | 'username' | 'password'>;

/** Main → live worker: as over the link, with the camera's own place. */
export type TalkLookRequest = EdgeCommandInput<'talk.look'> & { source: TalkSource };
export type TalkOpenRequest = EdgeCommandInput<'talk.open'> & { source: TalkSource };

export interface TalkServiceDeps {
  speakers: SpeakerDriver;
  answerVoice: AnswerVoice;
  /** Ports and servers by which viewers come in, or null before they are known. */
  ice: () => { port: number; bindAddress: string | null; servers: string[] } | null;
  nowMs: () => number;
  nowUtcMs: () => number;
}

/** What is heard through one camera; `talk` is null while its speaker is being opened. */
interface Entry {
  talkId: string;
  cameraId: string;
  talker: Talker;
  talk: Talk | null;
  endedBy: ErrorCode | null;
}

/** More than this at once on one core is no conversation. */
const maxTalks = 16;
const setupTimeoutMs = 5_000;
const checkMs = 250;
/** How long it is known why a talk ended. */
const rememberedMs = 60_000;

/** Everybody who talks through a camera of this core: one at a time per camera. */
export class TalkService {
  readonly #deps: TalkServiceDeps;
  readonly #looks: SpeakerProbes;
  readonly #byCamera = new Map<string, Entry>();
  readonly #byId = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;

  constructor(deps: TalkServiceDeps) {
    this.#deps = deps;
    this.#looks = new SpeakerProbes(deps.speakers, deps.nowMs);
    this.#timer = setInterval(() => this.#endOverdue(), checkMs);
  }

  /** The cameras that there are; a talk through one that is gone ends. */
  setCameras(cameraIds: readonly string[]): void {
    const wanted = new Set(cameraIds);
    this.#looks.keep(wanted);
    for (const [cameraId, entry] of this.#byCamera) if (!wanted.has(cameraId)) this.#finish(entry, 'not_found');
  }

  async look({ cameraId, asks, source }: TalkLookRequest): Promise<TalkState> {
    const known = await this.#looks.look(cameraId, { ...source, setupTimeoutMs }, asks);
    return { ...known, talker: this.#byCamera.get(cameraId)?.talker ?? null };
  }

  /** Opens the speaker and answers the browser's offer. */
  async open(input: TalkOpenRequest): Promise<EdgeCommandOutput<'talk.open'>> {
    const { cameraId, talkId } = input;
    const ice = this.#deps.ice();
    if (ice === null) throw new AppError('core_part_down');
    const heard = this.#byCamera.get(cameraId);
    if (heard !== undefined) throw new AppError('talk_busy', { ...heard.talker });
    if (this.#byCamera.size >= maxTalks) throw new AppError('rate_limited');
    const entry: Entry = {
      talkId,
      cameraId,
      talker: { ...input.talker, sinceAt: Math.round(this.#deps.nowUtcMs()) },
      talk: null,
      endedBy: null,
    };
    this.#byCamera.set(cameraId, entry);
    this.#byId.set(talkId, entry);
    try {
      const speaker = await this.#openSpeaker(entry, input.source);
      return {
        sdp: this.#connect(entry, speaker, {
          offerSdp: input.sdp,
          ...ice,
          iceServers: [...ice.servers, ...input.stunServers],
        }),
      };
    } catch (error) {
      this.#finish(entry, error instanceof AppError ? error.code : 'internal');
      throw error;
    }
  }

  candidate({ talkId, candidate, mid }: EdgeCommandInput<'talk.candidate'>): EdgeCommandOutput<'talk.candidate'> {
    const entry = this.#byId.get(talkId);
    if (!entry || entry.endedBy !== null) throw new AppError('talk_ended');
    return { candidates: entry.talk?.addCandidate(candidate, mid) ?? [] };
  }

  renew({ talkId }: EdgeCommandInput<'talk.renew'>): EdgeCommandOutput<'talk.renew'> {
    const entry = this.#byId.get(talkId);
    entry?.talk?.renew();
    return { endedBy: entry === undefined ? 'talk_ended' : entry.endedBy, heardMs: entry?.talk?.heardMs ?? 0 };
  }

  end({ talkId, code }: EdgeCommandInput<'talk.end'>): EdgeCommandOutput<'talk.end'> {
    const entry = this.#byId.get(talkId);
    if (entry) this.#finish(entry, code);
    return { heardMs: entry?.talk?.heardMs ?? 0 };
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const entry of this.#byCamera.values()) this.#finish(entry, 'core_offline');
  }

  async #openSpeaker(entry: Entry, source: TalkSource): Promise<Speaker> {
    const { cameraId } = entry;
    const place = { ...source, setupTimeoutMs };
    const speaker = await this.#deps.speakers
      .open(place, { ended: () => this.#finish(entry, 'talk_camera_lost') })
      .catch((error: unknown) => {
        throw new AppError(causeOf(error), {}, { cause: error });
      });
    this.#looks.learn(cameraId, place, speaker?.codec ?? null);
    if (speaker === null) throw new AppError('talk_no_speaker');
    if (entry.endedBy === null) return speaker;
    // It was ended while the camera was asked.
    await speaker.close();
    throw new AppError(entry.endedBy);
  }

  #connect(entry: Entry, speaker: Speaker, peerOf: Omit<Parameters<AnswerVoice>[0], 'codec'>): string {
    const talk = new Talk({ speaker, nowMs: this.#deps.nowMs, onEnded: (code) => this.#finish(entry, code) });
    entry.talk = talk;
    const { offerSdp, port, bindAddress, iceServers } = peerOf;
    const peer = this.#deps.answerVoice(
      { offerSdp, port, bindAddress, iceServers, codec: speaker.codec },
      { packet: (bytes) => talk.hear(bytes), closed: () => talk.end('talk_ended') },
    );
    talk.attach(peer);
    return peer.answerSdp;
  }

  #finish(entry: Entry, code: ErrorCode): void {
    if (entry.endedBy !== null) return;
    entry.endedBy = code;
    if (this.#byCamera.get(entry.cameraId) === entry) this.#byCamera.delete(entry.cameraId);
    entry.talk?.end(code);
    setTimeout(() => this.#byId.delete(entry.talkId), rememberedMs).unref();
  }

  #endOverdue(): void {
    for (const entry of this.#byCamera.values()) {
      const code = entry.talk?.overdue() ?? null;
      if (code !== null) this.#finish(entry, code);
    }
  }
}
