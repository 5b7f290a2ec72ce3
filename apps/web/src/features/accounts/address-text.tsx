import { useTranslation } from 'react-i18next';
import { TextWithParts } from '../../ui/page/text-with-parts.tsx';

interface AddressTextProps {
  /** A text with `<address>{{email}}</address>` in it. */
  text:
    | 'accounts.verify.lead'
    | 'accounts.reset.sent'
    | 'accounts.invite.for'
    | 'accounts.invite.otherAddress'
    | 'accounts.details.pendingEmail';
  email: string;
}

/** A sentence with an e-mail address, which keeps its own direction. */
export function AddressText({ text, email }: AddressTextProps) {
  const { t } = useTranslation();
  return (
    <TextWithParts
      // The address stands in a `bdi` and is copied from it: no marks in there.
      text={t(text, { email, isolated: false })}
      parts={{ address: <bdi dir="ltr" style={{ overflowWrap: 'anywhere' }} /> }}
    />
  );
}
