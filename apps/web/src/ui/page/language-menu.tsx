import { Menu } from '@mantine/core';
import { IconChevronDown, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../platform/i18n/i18n.ts';
import { isLanguage, languages } from '../../platform/i18n/language.ts';
import head from './plain-header.module.css';

/** The language of the page, and the others, on pages without rail. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <button
          type="button"
          className={head.action}
          aria-label={`${t('common.language.label')}: ${t(`common.language.${language}`)}`}
        >
          <IconLanguage size={16} stroke={1.6} aria-hidden="true" />
          {t(`common.language.${language}`)}
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((one) => (
          <Menu.Item key={one} lang={one} onClick={() => void chooseLanguage(one)}>
            {t(`common.language.${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
