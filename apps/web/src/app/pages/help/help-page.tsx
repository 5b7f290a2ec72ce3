import { Button } from '@mantine/core';
import { IconExternalLink, IconKeyboard } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import classes from '../../../ui/forms/form.module.css';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { KeySheetContext } from '../../shell/key-sheet-context.ts';

const guides = ['firstSteps', 'cameras', 'search', 'exports', 'people'] as const;

/** Where help is: the first steps, the keys, the guides, people. */
export function HelpPage() {
  const { t } = useTranslation();
  const openSheet = useContext(KeySheetContext);
  const supportUrl = useAppInfo()?.supportUrl ?? null;
  return (
    <>
      <PageHeader title={t('pages.help.title')}>
        <Button variant="default" leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={openSheet}>
          {t('pages.help.keys')}
        </Button>
        {supportUrl !== null && (
          <Button
            component="a"
            href={supportUrl}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.6} />}
          >
            {t('shell.nav.supportSite')}
          </Button>
        )}
        <ButtonLink to="/support">{t('pages.support.title')}</ButtonLink>
      </PageHeader>
      {guides.map((guide) => (
        <section key={guide} className={classes.section}>
          <h2>{t(`pages.help.${guide}`)}</h2>
          <p className={classes.lead}>{t(`pages.help.${guide}Text`)}</p>
        </section>
      ))}
      <section className={classes.section}>
        <h2>{t('pages.help.guides')}</h2>
        <p className={classes.lead}>{t('shell.keys.guides')}</p>
      </section>
    </>
  );
}
