import type { ServerConfig } from '../../platform/config/server-config.ts';

/** Whom push services may ask about our messages: they want an address, some refuse those of no public name. */
export function contactOf({ publicUrl, appInfo, mail }: ServerConfig): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${appInfo.supportEmail ?? /<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}
