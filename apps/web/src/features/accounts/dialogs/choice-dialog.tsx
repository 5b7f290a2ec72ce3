import { useState, type ReactNode } from 'react';
import { ChoiceList } from '../../../ui/forms/choice-list.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useSaving } from '../use-saving.ts';

interface ChoiceDialogProps<T extends string> {
  title: string;
  lead?: string;
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; lang?: string }[];
  onSave: (value: T) => Promise<unknown>;
  onClose: () => void;
}

/** Changes a setting that is one of a few. */
export function ChoiceDialog<T extends string>({
  title,
  lead,
  label,
  value,
  options,
  onSave,
  onClose,
}: ChoiceDialogProps<T>) {
  const [chosen, setChosen] = useState(value);
  const save = useSaving(onSave, onClose);
  return (
    <FormDialog
      title={title}
      {...(lead === undefined ? {} : { lead })}
      isBusy={save.isPending}
      failure={save.error}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen);
      }}
      onClose={onClose}
    >
      <ChoiceList label={label} value={chosen} options={options} onChange={setChosen} />
    </FormDialog>
  );
}
