import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Talker } from '@sightline/contracts/talk/talk';
import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import { rightsChangedTopic, touches, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, AuditEntryOf } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import { cameraPaths } from '../cameras/cameras.public.ts';
import { volatileTopic } from '../realtime/realtime.public.ts';
import { sessionsEndedTopic } from '../sessions/sessions.public.ts';
import { TalkBook, type OpenTalk } from './talk-book.ts';
import { mayTalk } from './talk.policy.ts';

/** What talks need from the rest of the server. */
export interface TalkParts {
  database: Database;
  changes: Changes;
  edges: EdgeCommands;
  bus: Bus;
  clock: Clock;
  log: Log;
  memberOf: MemberOf;
}

const watchMs = 1_000;
const endTimeoutMs = 3_000;
/** The core ends a talk that had its time; this much later it is over here whatever the core says. */
const graceMs = 2_000;

/** Talks that are open in this process. Every second whoever talks is asked anew whether they may, and at once when rights change. */
export class TalkWatch {
  readonly book = new TalkBook();
  readonly #parts: TalkParts;
  readonly #subscriptions: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isWatching = false;

  constructor(parts: TalkParts) {
    this.#parts = parts;
  }

  start(): void {
    const { bus } = this.#parts;
    this.#subscriptions.push(
      bus.subscribe(sessionsEndedTopic, (body) => {
        const { sessionId } = body as { sessionId: string };
        for (const talk of this.book.all()) if (talk.sessionId === sessionId) void this.end(talk, 'unauthenticated');
      }),
      bus.subscribe(
        rightsChangedTopic,
        (body) => void this.#checkAll(this.book.all().filter((talk) => touches(body as RightsChange, talk))),
      ),
    );
    this.#timer = setInterval(() => void this.#round(), watchMs);
  }

  /** Ends all, and waits until that stands in the audit. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    if (this.#timer) clearInterval(this.#timer);
    await Promise.all(this.book.all().map((talk) => this.end(talk, 'unavailable')));
  }

  /** Nothing is said before it is written down who says it. Throws `talk_ended` for one that was ended while its core was asked. */
  async open(talk: OpenTalk, by: MemberActor): Promise<void> {
    const { organizationId, cameraId } = talk;
    await this.#parts.changes.run({ organizationId, by }, ({ audit }) =>
      audit({ action: 'camera.talk', entityKind: 'camera', entityId: cameraId }),
    );
    talk.isOpen = true;
    if (!this.book.has(talk)) {
      await this.#writeEnd(talk, 'talk_ended');
      throw new AppError('talk_ended');
    }
    const sinceAt = this.#parts.clock();
    // Its camera may have been asked for long: nobody was heard then, and the five minutes are the speaker's.
    talk.talker = { ...talk.talker, sinceAt };
    talk.expiresAtUtcMs = sinceAt + talkTimes.leaseMs;
    this.#announce(talk, talk.talker);
  }

  /** Ends a talk at its core, in the audit and on the screens. Never throws; ending it twice is nothing. */
  async end(talk: OpenTalk, code: ErrorCode): Promise<void> {
    if (!this.book.remove(talk)) return;
    const { organizationId, edgeId, talkId } = talk;
    try {
      const ask = {
        organizationId,
        edgeId,
        command: 'talk.end' as const,
        body: { talkId, code },
        timeoutMs: endTimeoutMs,
      };
      talk.heardMs = Math.max(talk.heardMs, (await this.#parts.edges.request(ask)).heardMs);
    } catch (error) {
      // It counts by itself, and ends what is not renewed.
      this.#parts.log.debug({ err: error, talkId }, 'a core could not be told that a talk ended');
    }
    if (!talk.isOpen) return;
    this.#announce(talk, null);
    await this.#writeEnd(talk, code);
  }

  async #writeEnd(
    { organizationId, userId, sessionId, viaOrganizationId, address, cameraId, talker, heardMs }: OpenTalk,
    cause: ErrorCode,
  ): Promise<void> {
    const seconds = Math.round((this.#parts.clock() - talker.sinceAt) / 1_000);
    const entry: AuditEntryOf<'camera'> = {
      action: 'camera.talkEnd',
      entityKind: 'camera',
      entityId: cameraId,
      data: { cause, seconds, heardSeconds: Math.round(heardMs / 1_000) },
    };
    try {
      await this.#parts.changes.run(
        { organizationId, by: { userId, sessionId, viaOrganizationId, address } },
        ({ audit }) => audit(entry),
      );
    } catch (error) {
      this.#parts.log.error({ err: error, cameraId }, 'the end of a talk could not be written down');
    }
  }

  #announce({ organizationId, cameraId, locationId }: OpenTalk, talker: Talker | null): void {
    const event: RealtimeEvent = { kind: 'talk.changed', cameraId, locationId, talker };
    this.#parts.bus.publish(volatileTopic, { organizationId, event });
  }

  async #round(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const now = this.#parts.clock();
    for (const talk of this.book.all()) {
      if (now - talk.talker.sinceAt > talkTimes.longestMs + graceMs) void this.end(talk, 'talk_time_over');
      else if (talk.expiresAtUtcMs < now) void this.end(talk, 'talk_ended');
    }
    await this.#checkAll(this.book.all());
    this.#isWatching = false;
  }

  async #checkAll(talks: readonly OpenTalk[]): Promise<void> {
    const checks = talks.map((talk) =>
      this.#check(talk).catch((error: unknown) =>
        this.#parts.log.warn({ err: error }, 'the rights of somebody who talks could not be checked; it is repeated'),
      ),
    );
    await Promise.all(checks);
  }

  async #check(talk: OpenTalk): Promise<void> {
    const { organizationId, cameraId } = talk;
    const actor = await this.#parts.memberOf(talk);
    const paths = await this.#parts.database.withOrganization(organizationId, (trx) =>
      cameraPaths(trx, organizationId, [cameraId]),
    );
    const path = paths.get(cameraId);
    if (path === undefined) return this.end(talk, 'not_found');
    if (!actor || !mayTalk(actor, path)) await this.end(talk, 'forbidden');
  }
}
