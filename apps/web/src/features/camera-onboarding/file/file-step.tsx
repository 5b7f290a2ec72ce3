import { Button, FileInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/files/save-file.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { headings, readCameraFile, type FileContent } from './camera-file.ts';
import { FileProblems } from './file-problems.tsx';
import { templateFile } from './template.ts';

/** A file that was chosen and read. */
export interface ReadFile {
  name: string;
  content: FileContent;
}

interface FileStepProps {
  file: ReadFile | null;
  /** The file is on its way: another one waits until it is known what became of it. */
  isBusy: boolean;
  onFile: (file: ReadFile | null) => void;
}

/** A file of cameras: the template of one, and what is wrong with the one that was chosen. */
export function FileStep({ file, isBusy, onFile }: FileStepProps) {
  const { t } = useTranslation();
  const read = useMutation({
    // One after the other: a long file that is read to its end late must not stand for the short one that was chosen after it.
    scope: { id: 'camera-file' },
    mutationFn: async (chosen: File): Promise<ReadFile> => ({
      name: chosen.name,
      content: await readCameraFile(new Uint8Array(await chosen.arrayBuffer())),
    }),
    // What was read before is not the file that is named now.
    onMutate: () => onFile(null),
    onSuccess: onFile,
  });
  const rows = file?.content.rows ?? null;
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => saveFile(templateFile(t('cameraOnboarding.file.example')), 'cameras-template.csv')}
        >
          {t('cameraOnboarding.file.template')}
        </Button>
      </div>
      <FileInput
        label={t('cameraOnboarding.file.choose')}
        description={t('cameraOnboarding.file.chooseHint', {
          columns: leftToRight(headings.join(', ')),
          address: leftToRight(headings[5]),
        })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={isBusy}
        placeholder={file?.name ?? t('cameraOnboarding.file.none')}
        accept=".csv,text/csv,text/plain"
        onChange={(chosen) => (chosen === null ? onFile(null) : read.mutate(chosen))}
      />
      {read.error !== null && <p role="alert">{t('cameraOnboarding.file.unreadable')}</p>}
      {file !== null && rows === null && <FileProblems problems={file.content.problems} />}
      {rows !== null && <p role="status">{t('cameraOnboarding.file.rows', { count: rows.length })}</p>}
    </>
  );
}
