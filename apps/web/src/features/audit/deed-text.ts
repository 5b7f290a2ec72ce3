import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { isolate } from '@sightline/domain/texts/isolate';
import type { TFunction } from 'i18next';
import i18next from 'i18next';

const keyOf = (method: string) => `audit.did.${method}` as 'audit.did.camera.update';

const trimmed = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+([,.:])/g, '$1')
    .trim();

/** What was done, as a sentence without its subject: "changed the camera Yard". A method of a newer server stays as it is written. */
export const deedOf = (t: TFunction, method: string, thing: string | null): string => {
  const key = keyOf(method);
  // A plain truth value: `exists` would narrow the key to every text there is.
  const isKnown: boolean = i18next.exists(key);
  if (!isKnown) return thing === null ? method : `${method} ${isolate(thing)}`;
  return trimmed(t(key, { thing: thing === null ? '' : isolate(thing) }));
};

/** The method by itself, for filters and counts. */
export const methodName = (t: TFunction, method: string): string => {
  const text = deedOf(t, method, null);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The name of the thing: as it was then, or what the entry's own data say. */
export const thingOf = ({ entityName, data }: Pick<AuditEntry, 'entityName' | 'data'>): string | null => {
  if (entityName !== null) return entityName;
  return typeof data['name'] === 'string' ? data['name'] : typeof data['email'] === 'string' ? data['email'] : null;
};

/** Who did it: a person, through which key or from which organization, or the system. */
export const personOf = (
  t: TFunction,
  { user, apiKeyName, viaOrganization }: Pick<AuditEntry, 'user' | 'apiKeyName' | 'viaOrganization'>,
): string => {
  const name = user === null ? t('audit.who.system') : isolate(user.name);
  if (apiKeyName !== null) return t('audit.who.byKey', { name, apiKey: isolate(apiKeyName) });
  return viaOrganization === null ? name : t('audit.who.via', { name, organization: isolate(viaOrganization.name) });
};

/** The whole sentence of an entry. */
export const sentenceOf = (t: TFunction, entry: AuditEntry): string =>
  t('audit.list.sentence', { person: personOf(t, entry), deed: deedOf(t, entry.method, thingOf(entry)) });
