import { Button } from '@mantine/core';
import { IconExternalLink, IconKeyboard } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { KeySheetContext } from '../../shell/keys/key-sheet-context.ts';

const guides = ['firstSteps', 'cameras', 'search', 'exports', 'people'] as const;

/** Where help is: the first steps, the keys, the guides, people. */
export function HelpPage() {
  const { t } = useTranslation();
  const openSheet = useContext(KeySheetContext);
  const supportUrl = useAppInfo()?.supportUrl ?? null;
  return (
    <>
      <PageHeader title={t('pages.help.title')}>
        <Button
          variant="default"
          leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden="true" />}
          onClick={openSheet}
        >
          {t('pages.help.keys')}
        </Button>
        {supportUrl !== null && (
          <Button
            component="a"
            href={supportUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t('shell.nav.supportSite')}
          </Button>
        )}
        <ButtonLink to="/support">{t('pages.support.title')}</ButtonLink>
      </PageHeader>
      {guides.map((guide) => (
        <Section title={t(`pages.help.${guide}`)} lead={t(`pages.help.${guide}Text`)} key={guide}></Section>
      ))}
      <Section title={t('pages.help.guides')} lead={t('shell.keys.guides')}></Section>
    </>
  );
}
