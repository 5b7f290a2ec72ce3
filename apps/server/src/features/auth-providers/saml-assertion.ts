import { emailOf, nameOf, SignInRefusal, type AssertedPerson } from './asserted-person.ts';

/** How far two clocks may be apart. */
export const skewMs = 5 * 60_000;

/** An assertion that says no end of its own is remembered, and believed, no longer than this. */
const longestMs = 60 * 60_000;

/** One element as the parser leaves it: attributes in `$`, text in `_`, children by name in arrays. */
interface Element {
  $?: Record<string, string>;
  _?: string;
  [child: string]: Element[] | Record<string, string> | string | undefined;
}

export interface AssertionDemands {
  issuer: string;
  audience: string;
  recipient: string;
  requestId: string;
  nowMs: number;
}

const emailNames = new Set([
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]);
const nameNames = new Set([
  'displayname',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
]);
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const addressFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const children = (element: Element | undefined, name: string): Element[] => {
  const found = element?.[name];
  return Array.isArray(found) ? found.map((child) => (typeof child === 'string' ? { _: child } : child)) : [];
};

function only(element: Element | undefined, name: string): Element {
  const [first, ...more] = children(element, name);
  if (!first || more.length > 0) throw new SignInRefusal(`${name.toLowerCase()}_not_one`);
  return first;
}

const demand = (holds: boolean, reason: string): void => {
  if (!holds) throw new SignInRefusal(reason);
};

const timeOf = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new SignInRefusal('time_invalid');
  return at;
};

function requireNow(attributes: Record<string, string> | undefined, nowMs: number): number | null {
  const from = timeOf(attributes?.['NotBefore']);
  const to = timeOf(attributes?.['NotOnOrAfter']);
  demand(from === null || nowMs + skewMs >= from, 'not_yet_valid');
  demand(to === null || nowMs - skewMs < to, 'expired');
  return to;
}

/** The one bearer confirmation that is for us, now, and for the request of this browser. */
function requireConfirmation(subject: Element, demands: AssertionDemands): number {
  for (const confirmation of children(subject, 'SubjectConfirmation')) {
    const data = children(confirmation, 'SubjectConfirmationData')[0]?.$;
    if (confirmation.$?.['Method'] !== bearer || data?.['Recipient'] !== demands.recipient) continue;
    demand(data['InResponseTo'] === demands.requestId, 'request_mismatch');
    const end = requireNow(data, demands.nowMs);
    if (end === null) throw new SignInRefusal('confirmation_without_end');
    return end;
  }
  throw new SignInRefusal('recipient_mismatch');
}

function requireConditions(assertion: Element, demands: AssertionDemands): void {
  const conditions = only(assertion, 'Conditions');
  requireNow(conditions.$, demands.nowMs);
  const restrictions = children(conditions, 'AudienceRestriction');
  demand(restrictions.length > 0, 'audience_missing');
  const isForUs = restrictions.every((restriction) =>
    children(restriction, 'Audience').some((audience) => audience._?.trim() === demands.audience),
  );
  demand(isForUs, 'audience_mismatch');
}

function attributesOf(assertion: Element): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of children(assertion, 'AttributeStatement')) {
    for (const attribute of children(statement, 'Attribute')) {
      const values = children(attribute, 'AttributeValue');
      const text = values[0]?._;
      // Of several values none is the one that was meant.
      if (attribute.$?.['Name'] !== undefined && values.length === 1 && text !== undefined)
        found.set(attribute.$['Name'].toLowerCase(), text);
    }
  }
  return found;
}

const firstOf = (attributes: Map<string, string>, names: ReadonlySet<string>): string | undefined =>
  [...attributes].find(([name]) => names.has(name))?.[1];

function personOf(assertion: Element, nameId: Element): Omit<AssertedPerson, 'issuer' | 'subject'> {
  const attributes = attributesOf(assertion);
  const byName = nameId.$?.['Format'] === addressFormat ? nameId._ : undefined;
  return {
    email: emailOf(firstOf(attributes, emailNames) ?? byName),
    // SAML has no word for it: what the signed assertion names counts, unless it says otherwise.
    isEmailVerified: !/^(false|0|no)$/i.test(attributes.get('email_verified')?.trim() ?? 'true'),
    name: nameOf(firstOf(attributes, nameNames)),
  };
}

/** Reads the text whose signature was checked. Throws `SignInRefusal` with what does not fit. */
export function readAssertion(
  document: unknown,
  demands: AssertionDemands,
): { person: AssertedPerson; id: string; expiresAtMs: number } {
  const assertion = (document as { Assertion?: Element } | undefined)?.Assertion;
  const id = assertion?.$?.['ID'];
  if (!assertion || id === undefined || id === '') throw new SignInRefusal('assertion_missing');
  demand(only(assertion, 'Issuer')._?.trim() === demands.issuer, 'issuer_mismatch');
  const issuedAt = timeOf(assertion.$?.['IssueInstant']);
  if (issuedAt === null) throw new SignInRefusal('time_invalid');
  demand(issuedAt <= demands.nowMs + skewMs, 'not_yet_valid');
  demand(issuedAt > demands.nowMs - longestMs - skewMs, 'expired');
  const subject = only(assertion, 'Subject');
  const nameId = only(subject, 'NameID');
  const name = nameId._?.trim() ?? '';
  demand(name !== '' && name.length <= 500, 'subject_missing');
  demand(nameId.$?.['Format'] !== transient, 'subject_transient');
  requireConfirmation(subject, demands);
  requireConditions(assertion, demands);
  // Later than any check above would let it through again.
  const expiresAtMs = issuedAt + longestMs + 2 * skewMs;
  return { person: { issuer: demands.issuer, subject: name, ...personOf(assertion, nameId) }, id, expiresAtMs };
}
