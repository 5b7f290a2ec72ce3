import type { AccountScope } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { mayArrive } from './arrival-rules.ts';
import { addMessages, holdPerson, openDevices } from './push-queue.repository.ts';
import { messageOf, type Notice, type PushUrgency } from './push-texts.ts';

/** A notice for one person that waits for no others. */
export interface UrgentNotice {
  userId: string;
  notice: Notice;
  urgency: PushUrgency;
  /** Not shown later than this. */
  lifeMs: number;
}

/** Writes the messages to the browsers of a person in this transaction; outside of the person's schedule there are none. */
export async function pushNow(
  scope: AccountScope,
  { box, jobs, clock }: { box: SealedBox; jobs: Jobs; clock: Clock },
  { userId, notice, urgency, lifeMs }: UrgentNotice,
): Promise<void> {
  const nowMs = clock();
  const now = new Date(nowMs);
  const [reader] = await findReaders(scope, [userId]);
  if (!reader) return;
  const person = await holdPerson(scope, userId);
  if (!mayArrive(person.schedule, nowMs)) return;
  const devices = await openDevices(scope, userId, now);
  const message = { ...messageOf([notice], reader.lang), urgency };
  await addMessages(scope, { box, jobs }, { message, devices, now, expiresAt: new Date(nowMs + lifeMs) });
}
