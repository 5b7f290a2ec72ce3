import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const cameraDevicesAudit = {
  actions: {
    'camera.reboot': 'camera',
    'camera.removePreset': 'camera',
    'camera.savePreset': 'camera',
    'camera.setClock': 'camera',
    'camera.setImaging': 'camera',
    'camera.turn': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof cameraDevicesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
