import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import { permissions, type Permission } from '../shared/permissions.ts';

/** A key of one organization for programs. It may do at most what its maker may, now. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** First characters, to recognise it by. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  timestamp: utcMs,
  expiresAt: utcMs.nullable(),
  lastUsedAt: utcMs.nullable(),
  isExpired: z.boolean(),
});

/** What a key is made of. `scopes`: permissions that it may use, 1 to 100; `expiresAt` null: it does not end by itself. */
export const apiKeyInput = z.object({
  name,
  scopes: z
    .array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]]))
    .min(1)
    .max(100),
  expiresAt: utcMs.nullable(),
});

export type ApiKey = z.infer<typeof apiKey>;
