import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import * as samlify from 'samlify';
import {
  peoplePage,
  sendPage,
  startIdentityHost,
  type IdentityFault,
  type IdentityHost,
  type IdentityPerson,
  type IdentityState,
} from './identity-host.ts';
import { wrap } from './saml-wrapping.ts';
import { makeCertifiedKey, type CertifiedKey } from './self-signed-certificate.ts';

/** A SAML 2.0 identity provider with people in it, and switches for everything that can be wrong with one. */
export interface SamlSimulator {
  entryPoint: string;
  idpIssuer: string;
  /** Base64 without armour, as providers show it. */
  certificate: string;
  signInAs(subject: string | null): void;
  /** Adds a person, or changes the one with this subject. */
  know(person: IdentityPerson): void;
  setFault(fault: IdentityFault, value?: string | null): void;
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const template = samlify.SamlLib.defaultLoginResponseTemplate.context;
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const addressFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

interface Asked {
  id: string;
  issuer: string;
  answerTo: string;
  relayState: string;
}

const attribute = (name: string, value: string): string =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${value}</saml:AttributeValue></saml:Attribute>`;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function readRequest(request: IncomingMessage): Asked {
  const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  const value = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
  return {
    id: value(/ ID="([^"]+)"/),
    issuer: value(/<saml:Issuer[^>]*>([^<]+)</),
    answerTo: value(/AssertionConsumerServiceURL="([^"]+)"/),
    relayState: query.get('RelayState') ?? '',
  };
}

/** Times of an assertion, from when to when, in milliseconds from now. */
function timesOf({ faults }: IdentityState): { issued: number; from: number; to: number } {
  if (faults.has('expired')) return { issued: -20 * minuteMs, from: -20 * minuteMs, to: -10 * minuteMs };
  if (faults.has('lateClock')) return { issued: -9 * minuteMs, from: -9 * minuteMs, to: -4 * minuteMs };
  if (faults.has('early')) return { issued: 10 * minuteMs, from: 10 * minuteMs, to: 20 * minuteMs };
  return { issued: 0, from: -minuteMs, to: 5 * minuteMs };
}

function tagsOf(
  state: IdentityState,
  asked: Asked,
  { issuer, person }: { issuer: string; person: IdentityPerson },
): Record<string, string> {
  const { faults } = state;
  const { issued, from, to } = timesOf(state);
  const iso = (ms: number): string => new Date(Date.now() + ms).toISOString();
  return {
    ID: `_${randomUUID()}`,
    AssertionID: `_${randomUUID()}`,
    Destination: asked.answerTo,
    Issuer: faults.has('wrongIssuer') ? 'https://other.example' : issuer,
    IssueInstant: iso(issued),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    InResponseTo: faults.has('wrongRequest') ? '_of-another-request' : asked.id,
    NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    NameID: person.subject,
    SubjectConfirmationDataNotOnOrAfter: iso(to),
    SubjectRecipient: faults.has('wrongRecipient') ? 'https://other.example/assertion' : asked.answerTo,
    ConditionsNotBefore: iso(from),
    ConditionsNotOnOrAfter: iso(to),
    Audience: faults.has('wrongAudience') ? 'https://other.example' : asked.issuer,
    AuthnStatement: '',
  };
}

function attributesOf({ faults }: IdentityState, person: IdentityPerson): string {
  const parts = [attribute('displayName', escaped(person.name))];
  if (!faults.has('noEmail')) parts.push(attribute('email', escaped(person.email)));
  if (faults.has('unverifiedEmail')) parts.push(attribute('email_verified', 'false'));
  return `<saml:AttributeStatement>${parts.join('')}</saml:AttributeStatement>`;
}

interface Signing {
  issuer: string;
  entryPoint: string;
  keys: { right: CertifiedKey; other: CertifiedKey };
}

/** The response as samlify writes and signs it, spoiled afterwards where a switch says so. */
async function respond(
  state: IdentityState,
  asked: Asked,
  { signing, person }: { signing: Signing; person: IdentityPerson },
): Promise<string> {
  const { faults } = state;
  const key = faults.has('otherKey') ? signing.keys.other : signing.keys.right;
  const isSigned = !faults.has('unsigned') && !faults.has('signedElsewhere');
  const idp = samlify.IdentityProvider({
    entityID: signing.issuer,
    privateKey: key.privatePem,
    signingCert: key.certificate,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: [addressFormat],
    singleSignOnService: [{ Binding: redirectBinding, Location: signing.entryPoint }],
    singleLogoutService: [{ Binding: redirectBinding, Location: signing.entryPoint }],
    loginResponseTemplate: { context: template, attributes: [] },
  });
  const sp = samlify.ServiceProvider({
    entityID: asked.issuer,
    assertionConsumerService: [{ Binding: postBinding, Location: asked.answerTo }],
    wantAssertionsSigned: isSigned,
    wantMessageSigned: faults.has('signedElsewhere'),
  });
  const tags = tagsOf(state, asked, { issuer: signing.issuer, person });
  const { context } = (await idp.createLoginResponse(
    sp,
    { extract: { request: { id: asked.id } } },
    'post',
    { email: person.email },
    {
      customTagReplacement: () => ({
        id: tags['ID'] ?? '',
        context: samlify.SamlLib.replaceTagsByValue(
          template.replace('{AttributeStatement}', attributesOf(state, person)),
          tags,
        ),
      }),
    },
  )) as { context: string };
  return spoiled(Buffer.from(context, 'base64').toString('utf8'), state, person);
}

/** What is done to a response after it was signed. */
function spoiled(xml: string, state: IdentityState, person: IdentityPerson): string {
  const { faults, people } = state;
  const victim = people.find((one) => one.subject !== person.subject) ?? person;
  if (faults.has('wrongSignature'))
    return xml.replace(`>${person.subject}<`, `>${victim.subject}<`).replace(`>${person.email}<`, `>${victim.email}<`);
  return faults.has('wrapped') ? wrap(xml, faults.get('wrapped') ?? '', victim) : xml;
}

/** A form that a browser sends on by itself, or by a click where scripts are off. */
const answerPage = (asked: Asked, xml: string): string =>
  `<form method="post" action="${escaped(asked.answerTo)}"><input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">` +
  `<input type="hidden" name="RelayState" value="${escaped(asked.relayState)}"><button>Continue</button></form><script>document.forms[0].submit()</script>`;

/** Starts a provider on loopback. */
export async function startSamlSimulator({
  people,
  port = 0,
}: {
  people: readonly IdentityPerson[];
  port?: number;
}): Promise<SamlSimulator> {
  const state: IdentityState = { people, chosen: people[0]?.subject ?? null, faults: new Map() };
  const keys = { right: makeCertifiedKey('Simulated provider'), other: makeCertifiedKey('Somebody else') };
  let origin = '';
  const signOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = readRequest(request);
    const chosen = state.chosen ?? new URL(request.url ?? '/', origin).searchParams.get('as');
    const person = state.people.find((one) => one.subject === chosen);
    if (!person)
      return sendPage(
        response,
        peoplePage(state, (one) => `${request.url ?? ''}&as=${encodeURIComponent(one)}`),
      );
    const signing = { issuer: `${origin}/metadata`, entryPoint: `${origin}/sign-on`, keys };
    sendPage(response, answerPage(asked, await respond(state, asked, { signing, person })));
  };
  const host: IdentityHost = await startIdentityHost(
    state,
    (request, response) =>
      request.url?.startsWith('/sign-on') ? signOn(request, response) : void response.writeHead(404).end(),
    port,
  );
  ({ origin } = host);
  return {
    entryPoint: `${origin}/sign-on`,
    idpIssuer: `${origin}/metadata`,
    certificate: keys.right.certificate,
    signInAs: (subject) => void (state.chosen = subject),
    know: (person) =>
      void (state.people = [...state.people.filter(({ subject }) => subject !== person.subject), person]),
    setFault: (fault, value = '') =>
      void (value === null ? state.faults.delete(fault) : state.faults.set(fault, value)),
    stop: () => host.stop(),
  };
}
