import { expect, it } from 'vitest';
import { isSharedMailDomain } from './shared-mail-domains.ts';

it('no organization speaks for a public mail service, nor is a domain of its own taken for one', () => {
  for (const domain of [
    'gmail.com',
    'outlook.com',
    'walla.co.il',
    'gmx.de',
    'mail.ru',
    'outlook.fr',
    'yahoo.com.au',
    'hotmail.se',
    'live.se',
  ])
    expect(isSharedMailDomain(domain)).toBe(true);
  for (const domain of [
    'corp.example',
    'mygmail.com',
    'mail.gmail.com',
    'outlook.example',
    'outlook.corp.fr',
    'myyahoo.fr',
    '',
  ])
    expect(isSharedMailDomain(domain)).toBe(false);
});
