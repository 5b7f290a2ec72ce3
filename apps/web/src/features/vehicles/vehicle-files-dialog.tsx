import { Button, FileButton, Progress } from '@mantine/core';
import type { VehicleImport } from '@sightline/contracts/vehicles/vehicle-import';
import { IconDownload, IconFileTypeCsv, IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byteOrderMark, csvLine } from '@sightline/domain/texts/csv-cells';
import { saveFile } from '../../platform/files/save-file.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Cross } from '../../ui/filters/cross.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { FileReport } from './file-report.tsx';
import { useVehicleFiles } from './use-vehicle-files.ts';
import classes from './vehicles.module.css';

const template = (): Blob =>
  new Blob(
    [
      byteOrderMark,
      csvLine(['plate', 'owner', 'make', 'color']),
      csvLine(['AB-12-CD', 'Noa Lavi', 'Toyota', 'silver']),
      csvLine(['71-284-09', '', '', '']),
    ],
    { type: 'text/csv;charset=utf-8' },
  );

function TemplateLink() {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => saveFile(template(), 'vehicles-template.csv')}
    >
      {t('vehicles.file.template')}
    </Button>
  );
}

interface ChosenFilesProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

/** Files that are about to be sent; further ones can be added. */
function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.lead}>{t('vehicles.file.lead')}</p>
      <Row gap={8} wrap>
        <FileButton multiple accept=".csv,text/csv,text/plain" onChange={(more) => onChange([...files, ...more])}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFiles size={16} stroke={1.6} aria-hidden="true" />}
              data-autofocus
            >
              {t('vehicles.file.choose')}
            </Button>
          )}
        </FileButton>
        <TemplateLink />
      </Row>
      <ul className={classes.files} aria-label={t('vehicles.file.chosen')}>
        {files.map((file, index) => (
          <li key={`${file.name} ${String(index)}`}>
            <IconFileTypeCsv size={20} stroke={1.6} aria-hidden="true" />
            <bdi translate="no">{file.name}</bdi>
            <Cross
              label={t('vehicles.file.leaveOut', { name: file.name })}
              onClick={() => onChange(files.filter((_other, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** How far the server is with the files. */
function Processing({ works }: { works: readonly VehicleImport[] }) {
  const { t } = useTranslation();
  const done = works.reduce((sum, work) => sum + work.done, 0);
  const lines = works.reduce((sum, work) => sum + (work.lines ?? 0), 0);
  return (
    <Stack gap={8}>
      <p role="status">{t('vehicles.file.processing')}</p>
      <Progress value={lines === 0 ? 0 : (100 * done) / lines} aria-label={t('vehicles.file.processing')} />
      {lines > 0 && (
        <p className={classes.lead}>
          {t('vehicles.file.progress', { done: formatCount(done), count: lines, shown: formatCount(lines) })}
        </p>
      )}
    </Stack>
  );
}

/** Adds vehicles from files: choosing them, sending, working on them, and what became of each line. */
export function VehicleFilesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly File[]>([]);
  const { step, works, isDone, problem, send, reset, cancel } = useVehicleFiles();
  const again = (): void => {
    setFiles([]);
    reset();
  };
  return (
    <Dialog title={t('vehicles.file.title')} width={500} onClose={onClose}>
      <Stack gap={16}>
        {problem !== null && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        {step.kind === 'choose' && <ChosenFiles files={files} onChange={setFiles} />}
        {step.kind === 'uploading' && (
          <Stack gap={8}>
            <p role="status">{t('vehicles.file.uploading')}</p>
            <Progress value={100 * step.share} aria-label={t('vehicles.file.uploading')} />
          </Stack>
        )}
        {step.kind === 'processing' && !isDone && <Processing works={works} />}
        {isDone && <FileReport works={works} />}
      </Stack>
      <DialogActions>
        {isDone ? (
          <>
            <Button variant="default" onClick={again}>
              {t('vehicles.file.again')}
            </Button>
            <Button onClick={onClose}>{t('common.actions.close')}</Button>
          </>
        ) : (
          <>
            <Button
              variant="default"
              disabled={step.kind === 'uploading'}
              onClick={() => (step.kind === 'processing' ? void cancel() : onClose())}
            >
              {t('common.actions.cancel')}
            </Button>
            <Button loading={step.kind !== 'choose'} disabled={files.length === 0} onClick={() => void send(files)}>
              {t('vehicles.file.action')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
