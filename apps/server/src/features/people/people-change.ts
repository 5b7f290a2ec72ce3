import type { PersonDetails, Person } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { facesOf } from './faces/person-faces.repository.ts';
import { tellGalleries } from './gallery/face-gallery.synced.ts';
import { touchGallery } from './gallery/gallery.repository.ts';
import { sightOf } from './people.policy.ts';
import { presentDetails, presentPerson, type Sign } from './people.presenter.ts';
import { findPerson, holdPerson } from './people.repository.ts';
import { listSightings } from './sightings/face-sightings.repository.ts';

/** What people need from the rest of the server. */
export interface PeopleDeps {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  bus: Bus;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  edges: EdgeCommands;
  hooks: Hooks;
  signer: UrlSigner;
}

/** A change that somebody makes. */
export interface PeopleTask {
  actor: MemberActor;
  work: ChangeWork;
}

/** So many of the last sightings stand with a person. */
const shownSightings = 12;

/** Runs a change of somebody in one transaction. */
export const changePeople = <T>(
  { changes }: PeopleDeps,
  actor: MemberActor,
  run: (task: PeopleTask) => Promise<T>,
): Promise<T> => changes.run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }));

/** Signs addresses of pictures for the session of whoever asks. */
export const signFor =
  ({ signer, clock }: PeopleDeps, { sessionId, organizationId }: MemberActor): Sign =>
  (path) =>
    signer.sign(path, { sessionId, organizationId }, clock());

/** A person, and who asks. */
interface PersonOf {
  actor: MemberActor;
  personId: string;
}

/** A person as the actor sees them. Throws `not_found`. */
export async function readPerson(deps: PeopleDeps, trx: Work, { actor, personId }: PersonOf): Promise<Person> {
  const place = { organizationId: actor.organizationId, personId };
  const row = await findPerson(trx, place, await sightOf(trx, actor));
  if (!row) throw new AppError('not_found');
  return presentPerson(row, signFor(deps, actor));
}

/** The same with faces and the last sightings. */
export async function readDetails(deps: PeopleDeps, trx: Work, { actor, personId }: PersonOf): Promise<PersonDetails> {
  const place = { organizationId: actor.organizationId, personId };
  const sight = await sightOf(trx, actor);
  const row = await findPerson(trx, place, sight);
  if (!row) throw new AppError('not_found');
  const request = { limit: shownSightings, after: null };
  const { items: sightings } = await listSightings(trx, sight, { one: { personId }, request });
  return presentDetails(row, { faces: await facesOf(trx, place), sightings, sign: signFor(deps, actor) });
}

/** A person who stays as they are until the transaction ends. Throws `not_found`. */
export async function requirePerson({ actor, work }: PeopleTask, personId: string) {
  const held = await holdPerson(work.trx, { organizationId: actor.organizationId, personId });
  if (!held) throw new AppError('not_found');
  return held;
}

/** Writes down what was done with a person, and tells screens and, where the faces or places changed, cores. */
export async function tellOf(
  deps: PeopleDeps,
  { actor, work }: PeopleTask,
  told: {
    personId: string;
    action: AuditActionOf<'person'>;
    data?: Record<string, unknown>;
    /** Cores compare otherwise from now on. */
    isOfCores: boolean;
  },
): Promise<void> {
  const { organizationId } = actor;
  const { personId, action, data = {}, isOfCores } = told;
  await work.audit({ action, entityKind: 'person', entityId: personId, data });
  await work.announce({ kind: 'people.changed', personId });
  if (!isOfCores) return;
  await touchGallery(work.trx, organizationId, [personId]);
  await tellGalleries(deps, work, { organizationId });
}
