import type { AppliedSettings } from '@sightline/contracts/accounts/account';

/** Language and theme as far as the person chose them. */
export type Choices = Partial<Pick<AppliedSettings, 'lang' | 'theme'>>;

/** What was chosen and is not shown yet. What was never chosen is left to the browser, and what is shown already to later clicks. */
export const newChoices = (shown: Choices, { lang, theme, chosen }: AppliedSettings): Choices => ({
  ...(chosen.includes('lang') && lang !== shown.lang ? { lang } : {}),
  ...(chosen.includes('theme') && theme !== shown.theme ? { theme } : {}),
});
