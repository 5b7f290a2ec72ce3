import { expect, test } from 'vitest';
import { isChromeOrEdge, isEmbedded } from './browser-notice-rule.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('SHELL-044 knows Chrome and Edge from all other browsers', () => {
  for (const other of [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    `${chrome} OPR/120.0.0.0`,
    '',
  ])
    expect(isChromeOrEdge(other)).toBe(false);
  for (const tested of [
    chrome,
    `${chrome} Edg/140.0.0.0`,
    chrome.replace('Chrome', 'HeadlessChrome'),
    'Mozilla/5.0 (iPhone) CriOS/140.0 Mobile Safari/604.1',
  ])
    expect(isChromeOrEdge(tested)).toBe(true);
});

test('SHELL-045 counts a page as embedded by its address', () => {
  expect(isEmbedded('')).toBe(false);
  expect(isEmbedded('?next=embedded')).toBe(false);
  expect(isEmbedded('?embedded=true')).toBe(true);
  expect(isEmbedded('?a=1&embedded')).toBe(true);
});
