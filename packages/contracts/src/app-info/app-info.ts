import { z } from 'zod';
import { id } from '../shared/ids.ts';

/** General options that the screens need before and after signing in. Holds nothing secret. */
export const appInfo = z.object({
  productName: z.string(),
  version: z.string(),
  environment: z.enum(['production', 'development']),
  supportUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  partnerPortalUrl: z.string().nullable(),
  /** Organization whose sales people see Pricing; null when no price list is kept here. */
  pricingOrganizationId: id.nullable(),
  /** False: mails lie in the outbox of the server, to be read with `./sightline mail`. */
  isMailSent: z.boolean(),
  isSignUpOpen: z.boolean(),
  /** VAPID public key for push subscriptions, base64url. */
  pushPublicKey: z.string(),
  isTracking: z.boolean(),
  recorderUrl: z.string().nullable(),
});

const inBothLanguages = z.object({ en: z.string().nullable(), he: z.string().nullable() });

/**
 * Terms and privacy as whoever runs the installation wrote them; null where nothing was published in that language. Plain text:
 * empty lines part paragraphs, a line that begins with `#` is a heading.
 */
export const legalTexts = z.object({ terms: inBothLanguages, privacy: inBothLanguages });

export type LegalTexts = z.infer<typeof legalTexts>;
export type AppInfo = z.infer<typeof appInfo>;
