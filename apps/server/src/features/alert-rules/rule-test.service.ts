import type { RuleAudienceInput, RuleTestInput, RuleTestResult } from '@sightline/contracts/alert-rules/alert-rule';
import { AppError } from '@sightline/contracts/shared/errors';
import { isolate, valueIn } from '@sightline/domain/texts/isolate';
import type { Scope } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter, type AttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { mailLayout } from '../../platform/mail/mail-layout.ts';
import { findReaders, type Reader } from '../../platform/mail/mail-readers.ts';
import { pushTest } from '../user-devices/user-devices.public.ts';
import { membersAmong } from './alert-rules.repository.ts';
import { alertScopesOf, seesAlerts } from './rule-audience.ts';
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
      const { people, ...prepared } = await prepare({ ...deps, limiter }, actor, input);
      const told = await Promise.all(people.map((reader) => testPerson(deps, { actor, input, reader, ...prepared })));
      return { results: told.flat() };
    },
    audience: async (actor: MemberActor, input: RuleAudienceInput): Promise<{ unseeing: string[] }> => ({
      unseeing: await unseeing(deps, actor, input),
    }),
  };
}

/** Strangers are not among them: whoever asks learns nothing of an id that is nobody's here. */
const unseeing = (deps: RuleTestDeps, actor: MemberActor, input: RuleAudienceInput): Promise<string[]> =>
  deps.database.withOrganization(actor.organizationId, async (trx) => {
    const { organizationId } = actor;
    await requireTargets(trx, actor, input);
    const places = await findPlaces(trx, organizationId, input);
    const members = [...(await membersAmong(trx, organizationId, [...new Set(input.userIds)]))];
    const scopes = await alertScopesOf(trx, organizationId, members);
    return members.filter((userId) => !seesAlerts(scopes.get(userId), places));
  });

interface Prepared {
  places: readonly TargetPlace[];
  people: readonly Reader[];
  /** Where they see alerts. */
  scopes: ReadonlyMap<string, Scope>;
  /** Who asks. */
  by: string;
}

/** Who is told; written down first, because what is sent cannot be taken back. */
const prepare = (
  deps: RuleTestDeps & { limiter: AttemptLimiter },
  actor: MemberActor,
  input: RuleTestInput,
): Promise<Prepared> =>
  deps.changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
    const { organizationId } = actor;
    await requireTargets(work.trx, actor, input);
    const userIds = input.userIds.length === 0 ? [actor.userId] : [...new Set(input.userIds)];
    if ((await membersAmong(work.trx, organizationId, userIds)).size < userIds.length)
      throw new AppError('not_found', { fields: ['userIds'] });
    // What is refused isn't in the audit as if it had been sent.
    deps.limiter.take(actor.userId);
    await work.audit({
      action: 'alertRule.test',
      entityKind: 'alertRule',
      entityId: null,
      entityName: input.name,
      data: { userIds, channels: input.channels },
    });
    const people = await findReaders(work.trx, userIds);
    const [me] = await findReaders(work.trx, [actor.userId]);
    const places = await findPlaces(work.trx, organizationId, input);
    const scopes = await alertScopesOf(work.trx, organizationId, userIds);
    return { places, people, scopes, by: me?.name ?? '' };
  });

interface PersonTest extends Omit<Prepared, 'people'> {
  actor: MemberActor;
  input: RuleTestInput;
  reader: Reader;
}

async function testPerson(deps: RuleTestDeps, test: PersonTest): Promise<RuleTestResult[]> {
  const { actor, input, reader, places, scopes } = test;
  const { userId, name } = reader;
  const isOwn = userId === actor.userId;
  const maySee = isOwn || seesAlerts(scopes.get(userId), places);
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
