import type { PostedEvent } from '@sightline/contracts/event-tags/event-tag';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { countPosted } from '../integrations/integrations.public.ts';
import { findTagNamed } from './event-tag-rows.repository.ts';
import { eventPosted } from './event-tags.public.ts';
import { keepPosted } from './event-tags.repository.ts';
import { requireFieldTypes } from './posted-fields.ts';

/** So many of one organization are taken in a minute. */
const perMinute = 1_200;
/** What clocks of others may be off by; what is further off is a mistake. */
const offMs = 86_400_000;

/** What posted events need from the rest of the server. */
export interface EventTagsDeps {
  changes: Changes;
  clock: Clock;
  hooks: Hooks;
}

/** What other systems post. */
export type EventTagsService = ReturnType<typeof createEventTagsService>;

/** Takes what other systems saw at cameras. */
export function createEventTagsService({ changes, clock, hooks }: EventTagsDeps) {
  const limiter = createAttemptLimiter(perMinute, clock);
  return {
    post: async (actor: MemberActor, said: PostedEvent): Promise<{ id: string; isNew: boolean }> => {
      const { organizationId } = actor;
      limiter.take(organizationId);
      const nowUtcMs = clock();
      const saidUtcMs = said.atUtcMs ?? nowUtcMs;
      if (Math.abs(saidUtcMs - nowUtcMs) > offMs)
        throw new AppError('validation_failed', { fields: ['atUtcMs'], part: 'body' });
      // A clock that is ahead makes nothing happen in the future.
      const posted = { ...said, atUtcMs: Math.min(saidUtcMs, nowUtcMs) };
      return changes.run({ organizationId, by: actor }, async (work) => {
        const camera = await cameraFor(work.trx, actor, { cameraId: said.cameraId, permission: 'CameraView' });
        const tag = await findTagNamed(work.trx, organizationId, said.tag);
        if (tag) requireFieldTypes(tag, said.fields);
        const isNew = await keepPosted(work.trx, organizationId, { ...posted, receivedAt: new Date(nowUtcMs) });
        if (isNew === null) throw new AppError('conflict', { fields: ['id'] });
        if (isNew) {
          await hooks.of(eventPosted)(work, { ...posted, organizationId, edgeId: camera.edgeId });
          await countPosted(work.trx, organizationId, nowUtcMs);
        }
        return { id: said.id, isNew };
      });
    },
  };
}
