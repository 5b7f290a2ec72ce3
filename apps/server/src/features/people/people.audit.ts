import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of people into the audit: also who looked at whom. */
export const peopleAudit = {
  names: { person: { table: 'known_people' } },
  actions: {
    'person.addFace': 'person',
    'person.create': 'person',
    'person.forget': 'person',
    'person.forgetUnsaved': 'unsavedPerson',
    'person.look': 'person',
    'person.merge': 'person',
    'person.removeFace': 'person',
    'person.split': 'person',
    'person.update': 'person',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof peopleAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
