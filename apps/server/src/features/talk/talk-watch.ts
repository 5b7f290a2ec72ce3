import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Talker } from '@sightline/contracts/talk/talk';
import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import { HeldOpenSet } from '../../platform/auth/held-open-set.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, AuditEntryOf } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import { cameraPaths } from '../cameras/cameras.public.ts';
import { volatileTopic } from '../realtime/realtime.public.ts';
import type { OpenTalk } from './open-talk.ts';
import { mayTalk } from './talk.policy.ts';

/** What talks need from the rest of the server. */
export interface TalkDeps {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  bus: Bus;
  clock: Clock;
  log: Log;
  memberOf: MemberOf;
}

const endTimeoutMs = 3_000;
/** The core ends a talk that had its time; this much later it is over here whatever the core says. */
const graceMs = 2_000;

/** Talks that are open in this process, one per camera; when it ends, they run out at the core by themselves. */
export class TalkWatch {
  readonly #deps: TalkDeps;
  readonly #talks: HeldOpenSet<OpenTalk>;
  readonly #closing = new Map<OpenTalk, Promise<void>>();

  constructor(deps: TalkDeps) {
    this.#deps = deps;
    this.#talks = new HeldOpenSet<OpenTalk>(deps, {
      name: 'talk',
      idOf: ({ talkId }) => talkId,
      overtimeOf: (talk, nowMs) => overtimeOf(talk, nowMs),
      refusalsOf: (talks, [actor]) => this.#refusalsOf(talks, actor),
      onEnd: (talk, code) => {
        const closing = this.#close(talk, code).finally(() => this.#closing.delete(talk));
        this.#closing.set(talk, closing);
      },
      sessionEndedCode: 'unauthenticated',
    });
  }

  start(): void {
    this.#talks.start();
  }

  /** Ends all, and waits until that stands in the audit. */
  async stop(): Promise<void> {
    this.#talks.stop();
    for (const talk of this.#talks.all()) this.#talks.end(talk, 'unavailable');
    await Promise.all(this.#closing.values());
  }

  add(talk: OpenTalk): void {
    this.#talks.add(talk);
  }

  /** The talk when it belongs to this session; undefined like one that never was. */
  find(talkId: string, actor: MemberActor): OpenTalk | undefined {
    return this.#talks.find(talkId, actor);
  }

  through(organizationId: string, cameraId: string): OpenTalk | undefined {
    return this.#talks.all().find((talk) => talk.organizationId === organizationId && talk.cameraId === cameraId);
  }

  /** Nothing is said before it is written down who says it. Throws `talk_ended` for one that was ended while its core was asked. */
  async open(talk: OpenTalk, by: MemberActor): Promise<void> {
    const { organizationId, cameraId } = talk;
    await this.#deps.changes.run({ organizationId, by }, ({ audit }) =>
      audit({ action: 'camera.talk', entityKind: 'camera', entityId: cameraId }),
    );
    talk.isOpen = true;
    if (!this.#talks.has(talk)) {
      await this.#writeEnd(talk, 'talk_ended');
      throw new AppError('talk_ended');
    }
    const sinceAt = this.#deps.clock();
    // Its camera may have been asked for long: nobody was heard then, and the five minutes are the speaker's.
    talk.talker = { ...talk.talker, sinceAt };
    talk.expiresAtUtcMs = sinceAt + talkTimes.leaseMs;
    this.#announce(talk, talk.talker);
  }

  /** Ends a talk at its core, in the audit and on the screens. Never throws; ending it twice is nothing. */
  async end(talk: OpenTalk, code: ErrorCode): Promise<void> {
    this.#talks.end(talk, code);
    await this.#closing.get(talk);
  }

  async #close(talk: OpenTalk, code: ErrorCode): Promise<void> {
    const { organizationId, edgeId, talkId } = talk;
    try {
      const ask = {
        organizationId,
        edgeId,
        command: 'talk.end' as const,
        body: { talkId, code },
        timeoutMs: endTimeoutMs,
      };
      talk.heardMs = Math.max(talk.heardMs, (await this.#deps.edges.request(ask)).heardMs);
    } catch (error) {
      // It counts by itself, and ends what is not renewed.
      this.#deps.log.debug({ err: error, talkId }, 'a core could not be told that a talk ended');
    }
    if (!talk.isOpen) return;
    this.#announce(talk, null);
    await this.#writeEnd(talk, code);
  }

  async #writeEnd(
    { organizationId, userId, sessionId, viaOrganizationId, address, cameraId, talker, heardMs }: OpenTalk,
    cause: ErrorCode,
  ): Promise<void> {
    const seconds = Math.round((this.#deps.clock() - talker.sinceAt) / 1_000);
    const entry: AuditEntryOf<'camera'> = {
      action: 'camera.talkEnd',
      entityKind: 'camera',
      entityId: cameraId,
      data: { cause, seconds, heardSeconds: Math.round(heardMs / 1_000) },
    };
    try {
      await this.#deps.changes.run(
        { organizationId, by: { userId, sessionId, viaOrganizationId, address } },
        ({ audit }) => audit(entry),
      );
    } catch (error) {
      this.#deps.log.error({ err: error, cameraId }, 'the end of a talk could not be written down');
    }
  }

  #announce({ organizationId, cameraId, locationId }: OpenTalk, talker: Talker | null): void {
    const event: RealtimeEvent = { kind: 'talk.changed', cameraId, locationId, talker };
    this.#deps.bus.publish(volatileTopic, { organizationId, event });
  }

  async #refusalsOf(talks: readonly OpenTalk[], actor: MemberActor): Promise<ReadonlyMap<OpenTalk, ErrorCode>> {
    const { organizationId } = actor;
    const cameraIds = talks.map(({ cameraId }) => cameraId);
    const paths = await this.#deps.database.withOrganization(organizationId, (trx) =>
      cameraPaths(trx, organizationId, cameraIds),
    );
    const refusals = new Map<OpenTalk, ErrorCode>();
    for (const talk of talks) {
      const path = paths.get(talk.cameraId);
      if (path === undefined) refusals.set(talk, 'not_found');
      else if (!mayTalk(actor, path)) refusals.set(talk, 'forbidden');
    }
    return refusals;
  }
}

function overtimeOf({ talker, expiresAtUtcMs }: OpenTalk, nowMs: number): ErrorCode | null {
  if (nowMs - talker.sinceAt > talkTimes.longestMs + graceMs) return 'talk_time_over';
  return expiresAtUtcMs < nowMs ? 'talk_ended' : null;
}
