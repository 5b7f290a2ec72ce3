import type { RuleAudienceInput, RuleTestInput, RuleTestResult } from '@sightline/contracts/alert-rules/alert-rule';
import { AppError } from '@sightline/contracts/shared/errors';
import { isolate, valueIn } from '@sightline/domain/texts/isolate';
import { scopeCovers, scopeOf } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { mailLayout } from '../../platform/mail/mail-layout.ts';
import { findReaders, type Reader } from '../../platform/mail/mail-readers.ts';
import { readMemberGrants } from '../sessions/sessions.public.ts';
import { pushTest } from '../user-devices/user-devices.public.ts';
import { membersAmong } from './alert-rules.repository.ts';
import { requireTargets } from './rule-input.ts';
import { findPlaces, type TargetPlace } from './rule-targets.repository.ts';

/** What tests of rules need from the rest of the server. */
export type RuleTestDeps = Pick<
  ServerContext,
  'database' | 'changes' | 'egress' | 'vapid' | 'config' | 'box' | 'clock' | 'mails' | 'serverUrl'
>;

const testsPerMinute = 6;
const path = '/alert/list';

const words = {
  en: {
    title: (rule: string) => `Test: ${rule}`,
    unnamed: 'Alert rule',
    body: (by: string) => `This is a test from ${by}. Nothing happened, and no alert was opened.`,
    open: 'Open the alert rules',
    footnote: 'You get this e-mail because someone tested an alert rule that names you.',
  },
  he: {
    title: (rule: string) => `ניסיון: ${rule}`,
    unnamed: 'כלל התראה',
    body: (by: string) => `זהו ניסיון מאת ${by}. לא קרה דבר, ולא נפתחה התראה.`,
    open: 'פתיחת כללי ההתראה',
    footnote: 'ההודעה נשלחה כי נערך ניסיון של כלל התראה שכולל אותך.',
  },
} as const;

/** Tries out how people hear of a rule. */
export type RuleTestService = ReturnType<typeof createRuleTestService>;

/** Nothing of it goes through the queue of alerts: no alert is opened, counted, or told outside. */
export function createRuleTestService(deps: RuleTestDeps) {
  const limiter = createAttemptLimiter(testsPerMinute, deps.clock);
  return {
    test: async (actor: MemberActor, input: RuleTestInput): Promise<{ results: RuleTestResult[] }> => {
      const { places, people, by } = await prepare(deps, actor, input);
      limiter.take(actor.userId);
      const told = await Promise.all(people.map((reader) => testPerson(deps, { actor, input, reader, places, by })));
      return { results: told.flat() };
    },
    audience: async (actor: MemberActor, input: RuleAudienceInput): Promise<{ unseeing: string[] }> => ({
      unseeing: await unseeing(deps, actor, input),
    }),
  };
}

/** Whether somebody sees alerts at one of these places; where there are none, nobody is kept from any. */
async function seesAlerts(
  { database }: Pick<RuleTestDeps, 'database'>,
  { organizationId }: MemberActor,
  { userId, places }: { userId: string; places: readonly TargetPlace[] },
): Promise<boolean> {
  if (places.length === 0) return true;
  const scope = scopeOf((await readMemberGrants(database, organizationId, userId)) ?? [], 'AlertMonitoring');
  return places.some(({ entityPath }) => scopeCovers(scope, entityPath));
}

/** Strangers are not among them: whoever asks learns nothing of an id that is nobody's here. */
async function unseeing(deps: RuleTestDeps, actor: MemberActor, input: RuleAudienceInput): Promise<string[]> {
  const { organizationId } = actor;
  const { places, members } = await deps.database.withOrganization(organizationId, async (trx) => {
    await requireTargets(trx, actor, input);
    return {
      places: await findPlaces(trx, organizationId, input),
      members: [...(await membersAmong(trx, organizationId, [...new Set(input.userIds)]))],
    };
  });
  const sees = await Promise.all(members.map((userId) => seesAlerts(deps, actor, { userId, places })));
  return members.filter((_, index) => sees[index] === false);
}

interface Prepared {
  places: readonly TargetPlace[];
  people: readonly Reader[];
  /** Who asks. */
  by: string;
}

/** Who is told; written down first, because what is sent cannot be taken back. */
const prepare = (deps: RuleTestDeps, actor: MemberActor, input: RuleTestInput): Promise<Prepared> =>
  deps.changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
    const { organizationId } = actor;
    await requireTargets(work.trx, actor, input);
    const userIds = input.userIds.length === 0 ? [actor.userId] : [...new Set(input.userIds)];
    if ((await membersAmong(work.trx, organizationId, userIds)).size < userIds.length)
      throw new AppError('not_found', { fields: ['userIds'] });
    await work.audit({
      action: 'alertRule.test',
      entityKind: 'alertRule',
      entityId: null,
      entityName: input.name,
      data: { userIds, channels: input.channels },
    });
    const people = await findReaders(work.trx, userIds);
    const [me] = await findReaders(work.trx, [actor.userId]);
    return { places: await findPlaces(work.trx, organizationId, input), people, by: me?.name ?? '' };
  });

interface PersonTest extends Pick<Prepared, 'places' | 'by'> {
  actor: MemberActor;
  input: RuleTestInput;
  reader: Reader;
}

async function testPerson(deps: RuleTestDeps, test: PersonTest): Promise<RuleTestResult[]> {
  const { actor, input, reader, places } = test;
  const { userId, name } = reader;
  const isOwn = userId === actor.userId;
  const maySee = isOwn || (await seesAlerts(deps, actor, { userId, places }));
  const channels = [...new Set(input.channels)];
  return Promise.all(
    channels.map(async (channel) => ({
      userId,
      name,
      channel,
      outcome: maySee ? await (channel === 'push' ? byPush(deps, test, isOwn) : byMail(deps, test)) : 'mayNotSee',
    })),
  );
}

function byPush(deps: RuleTestDeps, { input, reader, by }: PersonTest, isAwaited: boolean) {
  const textIn = (lang: 'en' | 'he') => ({
    title: words[lang].title(isolate(input.name || words[lang].unnamed)),
    body: words[lang].body(isolate(by)),
  });
  const notice = { texts: { en: textIn('en'), he: textIn('he') }, path, tag: 'alert-test' };
  return pushTest(deps, { userId: reader.userId, notice, isAwaited });
}

async function byMail(deps: RuleTestDeps, { input, reader, by }: PersonTest): Promise<'queued'> {
  const { lang, email } = reader;
  const said = words[lang];
  const title = said.title(valueIn(lang, input.name || said.unnamed));
  const layout = mailLayout({
    lang,
    title,
    paragraphs: [said.body(valueIn(lang, by))],
    action: { label: said.open, url: `${deps.serverUrl()}${path}` },
    footnotes: [said.footnote],
  });
  await deps.mails.queue(deps.database.global, { to: email, lang, subject: title, ...layout });
  return 'queued';
}
