import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of vehicles into the audit; their name is their plate. */
export const vehiclesAudit = {
  actions: {
    'vehicle.create': 'vehicle',
    'vehicle.import': 'vehicleImport',
    'vehicle.remove': 'vehicle',
    'vehicle.update': 'vehicle',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof vehiclesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
