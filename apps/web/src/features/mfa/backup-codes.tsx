import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CopyTextButton } from '../../ui/forms/copy-text-button.tsx';
import { Grid } from '../../ui/layout/grid.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './mfa.module.css';

interface BackupCodesProps {
  codes: readonly string[];
  doneLabel: string;
  onDone: () => void;
}

const download = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Codes that work once each; shown this one time. */
export function BackupCodes({ codes, doneLabel, onDone }: BackupCodesProps) {
  const { t } = useTranslation();
  const text = `Sightline\n\n${codes.join('\n')}\n`;
  return (
    <Stack gap={16}>
      <p className={classes.text} role="status">
        {t('mfa.backup.once')}
      </p>
      <Grid
        as="ol"
        columns={2}
        gap={24}
        rowGap={8}
        className={classes.codes}
        aria-label={t('mfa.backup.label')}
        dir="ltr"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <Row wrap gap={8}>
        <CopyTextButton
          text={codes.join('\n')}
          labels={{ copy: t('mfa.backup.copy'), copied: t('mfa.backup.copied') }}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => download(text, 'sightline-backup-codes.txt')}
        >
          {t('mfa.backup.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('mfa.backup.print')}
        </Button>
      </Row>
      <DialogActions>
        <Button onClick={onDone}>{doneLabel}</Button>
      </DialogActions>
    </Stack>
  );
}
