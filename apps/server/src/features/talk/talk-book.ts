import type { Talker } from '@sightline/contracts/talk/talk';
import type { MemberActor } from '../../platform/http/actor.ts';

/** A talk that this process opened. */
export interface OpenTalk {
  talkId: string;
  cameraId: string;
  locationId: string;
  edgeId: string;
  organizationId: string;
  sessionId: string;
  userId: string;
  viaOrganizationId: string | undefined;
  /** From where it was asked for or renewed last. */
  address: string | undefined;
  talker: Talker;
  /** Whether a TURN server may carry it. */
  mayRelay: boolean;
  /** False while its core is still asked: nothing of it was heard nor written down. */
  isOpen: boolean;
  expiresAtUtcMs: number;
  /** Sound that the camera was sent, ms, as the core said last. */
  heardMs: number;
}

/** Talks of this process, one per camera. They live in memory: when the process ends, they run out at the core by themselves. */
export class TalkBook {
  readonly #talks = new Map<string, OpenTalk>();

  all(): OpenTalk[] {
    return [...this.#talks.values()];
  }

  add(talk: OpenTalk): void {
    this.#talks.set(talk.talkId, talk);
  }

  has(talk: OpenTalk): boolean {
    return this.#talks.get(talk.talkId) === talk;
  }

  /** False when it was not there any more. */
  remove(talk: OpenTalk): boolean {
    return this.has(talk) && this.#talks.delete(talk.talkId);
  }

  /** The talk when it belongs to this session; undefined like one that never was. */
  find(talkId: string, actor: MemberActor): OpenTalk | undefined {
    const talk = this.#talks.get(talkId);
    return talk?.sessionId === actor.sessionId && talk.organizationId === actor.organizationId ? talk : undefined;
  }

  through(organizationId: string, cameraId: string): OpenTalk | undefined {
    return this.all().find((talk) => talk.organizationId === organizationId && talk.cameraId === cameraId);
  }
}
