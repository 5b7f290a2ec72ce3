import type { EdgeCommandInput, EdgeCommandName, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { CoreCandidate, RtcAnswer } from '@sightline/contracts/live/live';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { talkCapability, type TalkState } from '@sightline/contracts/talk/talk';
import { talkTimes } from '@sightline/contracts/talk/talk-limits';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { cameraFor, deliveryFor } from '../cameras/cameras.public.ts';
import { findServingEdge } from '../edges/edges.public.ts';
import { deliveredSdp, deliveredServers, isRelayedCandidate, serversFor, stunServersOf } from '../live/live.public.ts';
import type { OpenTalk } from './open-talk.ts';
import { TalkWatch, type TalkDeps } from './talk-watch.ts';
import { nameOf } from './talk.repository.ts';

/** What talks need to be opened. */
export interface TalkServiceDeps extends TalkDeps {
  iceServers: RtcAnswer['iceServers'];
  turn: Parameters<typeof serversFor>[0]['turn'];
}

/** Asking a camera takes two connections to it at most. */
const askTimeoutMs = 15_000;
const renewTimeoutMs = 3_000;
/** What only says that the core cannot be asked now. */
const unasked: ReadonlySet<ErrorCode> = new Set([
  'core_offline',
  'core_never_connected',
  'core_pairing_revoked',
  'core_timeout',
  'core_part_down',
  'camera_not_ready',
  'unavailable',
]);

/** Voices on the way to the speakers of cameras: opened for whoever may talk there, and ended as soon as anything of it is no more. */
export class TalkService {
  readonly #deps: TalkServiceDeps;
  readonly #watch: TalkWatch;

  constructor(deps: TalkServiceDeps) {
    this.#deps = deps;
    this.#watch = new TalkWatch(deps);
  }

  start(): void {
    this.#watch.start();
  }

  stop(): Promise<void> {
    return this.#watch.stop();
  }

  /** The camera itself is asked only for those who may talk through it. */
  async state(actor: MemberActor, cameraId: string): Promise<TalkState> {
    const { organizationId } = actor;
    const { camera, isTold } = await this.#place(actor, { cameraId, permission: 'CameraView' });
    if (!isTold) return { speaker: 'unknown', cause: null, talker: null };
    const asks = mayAt(actor, 'CameraTalk', camera.entityPath);
    try {
      return await this.#deps.edges.request({
        organizationId,
        edgeId: camera.edgeId,
        command: 'talk.look',
        body: { cameraId, asks },
        timeoutMs: askTimeoutMs,
      });
    } catch (error) {
      if (error instanceof AppError && unasked.has(error.code))
        return { speaker: 'unknown', cause: error.code, talker: null };
      throw error;
    }
  }

  async offer(actor: MemberActor, cameraId: string, { sdp }: { sdp: string }) {
    // A program has no voice, and nobody hears who it is.
    if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
    const { camera, delivery, name, isTold } = await this.#place(actor, { cameraId, permission: 'CameraTalk' });
    if (!isTold) throw new AppError('talk_core_old');
    if (!delivery.isWebrtc) throw new AppError('talk_not_possible');
    const talk = await this.#reserve(actor, { ...camera, name, mayRelay: delivery.isWebrtcRelay });
    try {
      const servers = serversFor(this.#deps, talk.talkId, this.#deps.clock());
      const { talkId, talker: asking } = talk;
      const ask = {
        talkId,
        cameraId,
        talker: asking,
        sdp: deliveredSdp(sdp, delivery),
        stunServers: stunServersOf(servers),
      };
      const answer = await this.#ask(talk, { command: 'talk.open', body: ask, timeoutMs: askTimeoutMs });
      await this.#watch.open(talk, actor);
      const endsAt = talk.talker.sinceAt + talkTimes.longestMs;
      return {
        talkId,
        sdp: deliveredSdp(answer.sdp, delivery),
        iceServers: deliveredServers(servers, delivery),
        endsAt,
      };
    } catch (error) {
      await this.#watch.end(talk, error instanceof AppError ? error.code : 'internal');
      throw error;
    }
  }

  async candidate(actor: MemberActor, talkId: string, body: CoreCandidate): Promise<{ candidates: CoreCandidate[] }> {
    const talk = this.#own(actor, talkId);
    if (!talk.mayRelay && isRelayedCandidate(body.candidate)) return { candidates: [] };
    const { candidates } = await this.#ask(talk, { command: 'talk.candidate', body: { talkId, ...body } });
    return { candidates: candidates.filter(({ candidate }) => talk.mayRelay || !isRelayedCandidate(candidate)) };
  }

  async renew(actor: MemberActor, talkId: string): Promise<Record<string, never>> {
    const talk = this.#own(actor, talkId);
    talk.address = actor.address;
    try {
      const { endedBy, heardMs } = await this.#ask(talk, { command: 'talk.renew', body: { talkId } });
      talk.heardMs = heardMs;
      if (endedBy !== null) throw new AppError(endedBy);
      talk.expiresAtUtcMs = this.#deps.clock() + talkTimes.leaseMs;
      return {};
    } catch (error) {
      await this.#watch.end(talk, error instanceof AppError ? error.code : 'internal');
      throw error;
    }
  }

  async end(actor: MemberActor, talkId: string): Promise<Record<string, never>> {
    const talk = this.#watch.find(talkId, actor);
    if (talk) await this.#watch.end(talk, 'talk_ended');
    return {};
  }

  /** The camera with its name of the asker and what its core can do. Throws as every call on a camera does. */
  #place(actor: MemberActor, want: { cameraId: string; permission: 'CameraView' | 'CameraTalk' }) {
    const { organizationId, userId } = actor;
    return this.#deps.database.withOrganization(organizationId, async (trx) => {
      const camera = await cameraFor(trx, actor, want);
      const delivery = await deliveryFor(trx, actor, want.cameraId);
      const edge = await findServingEdge(trx, organizationId, camera.edgeId);
      // One that is away says so when it is asked.
      const isTold = edge?.isLinked !== true || edge.capabilities.includes(talkCapability);
      return { camera, delivery, isTold, name: await nameOf(trx, organizationId, userId) };
    });
  }

  /** Takes the camera for this person before anybody is asked. Whoever talks there already, in the same session, begins anew. */
  async #reserve(
    { organizationId, sessionId, userId, viaOrganizationId, address }: MemberActor,
    camera: { id: string; edgeId: string; locationId: string; name: string; mayRelay: boolean },
  ): Promise<OpenTalk> {
    const before = this.#watch.through(organizationId, camera.id);
    if (before?.sessionId === sessionId) await this.#watch.end(before, 'talk_ended');
    const other = this.#watch.through(organizationId, camera.id);
    if (other) throw new AppError('talk_busy', { ...other.talker });
    const sinceAt = this.#deps.clock();
    const { id: cameraId, edgeId, locationId, name: userName, mayRelay } = camera;
    const place = { cameraId, edgeId, locationId, organizationId, sessionId, userId, viaOrganizationId, address };
    const talker = { userId, userName, sinceAt };
    const talk = {
      ...place,
      talkId: newId(),
      talker,
      mayRelay,
      isOpen: false,
      heardMs: 0,
      expiresAtUtcMs: sinceAt + askTimeoutMs + talkTimes.leaseMs,
    };
    this.#watch.add(talk);
    return talk;
  }

  #own(actor: MemberActor, talkId: string): OpenTalk {
    const talk = this.#watch.find(talkId, actor);
    if (!talk) throw new AppError('talk_ended');
    return talk;
  }

  #ask<N extends EdgeCommandName>(
    talk: OpenTalk,
    ask: { command: N; body: EdgeCommandInput<N>; timeoutMs?: number },
  ): Promise<EdgeCommandOutput<N>> {
    const { organizationId, edgeId } = talk;
    return this.#deps.edges.request({ organizationId, edgeId, timeoutMs: renewTimeoutMs, ...ask });
  }
}
