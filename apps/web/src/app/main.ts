import '@fontsource-variable/heebo';
import '../ui/theme/mantine-styles.ts';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { firstLanguage } from '../platform/i18n/language.ts';
import { sharedCatalogues } from '../platform/i18n/shared-catalogues.ts';
import { logCritical } from '../platform/log/log.ts';
import { listenToOtherTabs } from './other-tabs.ts';
import { beginStartUp } from './start-up/start-up-wiring.ts';

/**
 * The first script is small: the question who is there, and then the one what there is to see, are on their way while
 * the browser still reads the application itself and the texts.
 */
const start = async (): Promise<void> => {
  listenToOtherTabs();
  beginStartUp();
  // Fetched beside the application, which waits for them; those of the features come in the same file.
  void sharedCatalogues[firstLanguage()]().catch(() => undefined);
  const { showApplication } = await import('./application.tsx');
  await showApplication();
};

start().catch((failure: unknown) => logCritical('The application could not start', failure));
