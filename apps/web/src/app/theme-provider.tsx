import { DirectionProvider, MantineProvider, localStorageColorSchemeManager, useDirection } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../platform/i18n/i18n.ts';
import { directionOf, isLanguage } from '../platform/i18n/language.ts';
import { theme, themeVariables } from '../ui/theme/theme.ts';

// The same key that `public/first-paint.js` reads.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'sightline-color-scheme' });

/** Menus and keys of the component library follow the language without mounting the page anew. */
function DirectionFollower() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  useEffect(() => {
    if (isLanguage(i18n.language)) setDirection(directionOf(i18n.language));
  }, [i18n.language, setDirection]);
  return null;
}

/** Theme and direction for everything below. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={directionOf(currentLanguage())} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <DirectionFollower />
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
