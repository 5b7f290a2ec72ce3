import { expect, test } from 'vitest';
import { accountMail } from './account-mails.ts';

const url = 'https://a.example/signin';

test('I18N-001 isolates names and addresses in a Hebrew mail, and never a link', () => {
  const to = { email: 'dana@example.com', lang: 'he', name: 'Dana (IT)' } as const;
  const { text, subject } = accountMail('changeEmail', to, { email: 'new@example.com', url });
  expect(text).toContain('\u2068Dana (IT)\u2069,');
  expect(text).toContain('\u2068new@example.com\u2069');
  expect(text).toContain(`\n${url}\n`);
  expect(subject).not.toMatch(/[\u2066-\u2069]/);
  const ways = [{ name: 'Acme SSO', url }];
  expect(accountMail('signUpKnown', to, { url, ways }).text).toContain(`\u2068Acme SSO\u2069: ${url}\n`);
});

test('leaves an English mail and a Hebrew name as they are', () => {
  const dana = { email: 'dana@example.com', name: 'דנה' };
  for (const lang of ['en', 'he'] as const)
    expect(accountMail('passwordChanged', { ...dana, lang }).text).not.toMatch(/[\u2066-\u2069]/);
});
