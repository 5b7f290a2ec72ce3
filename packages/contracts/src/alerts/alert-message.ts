import { z } from 'zod';
import { alert } from './alert.ts';

/** What is told of an alert outside: no pictures and no signed addresses, only what it is and where to look. */
export const alertMessage = alert
  .pick({
    ruleId: true,
    ruleName: true,
    kind: true,
    severity: true,
    cameraId: true,
    cameraName: true,
    edgeId: true,
    locationId: true,
    locationName: true,
    timeZone: true,
    phase: true,
    closeReason: true,
    openedAtUtcMs: true,
    closedAtUtcMs: true,
    updatedAtUtcMs: true,
    isLate: true,
    why: true,
    count: true,
    handling: true,
    outcome: true,
    handler: true,
  })
  .extend({
    alertId: alert.shape.id,
    /** Counts over the organization, which whoever sets up such a place holds whole. */
    number: z.number().int(),
    /** Rises with each word of the rule about it, and `revision` with each change of the handling: what has lower ones is older. */
    sequence: z.number().int(),
    revision: z.number().int(),
  });

export type AlertMessage = z.infer<typeof alertMessage>;
