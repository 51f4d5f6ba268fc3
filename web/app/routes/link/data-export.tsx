import { Stack } from '@mantine/core';
import { dataExportLinkRoutes, EXPORT_HOURS } from '@passeio/contract/privacy/privacy';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { linkToken } from '~/features/auth/link';
import { SubmitButton } from '~/features/auth/submit-button';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { PasswordField } from '~/features/users/password-field';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { FormNotice } from '~/ui/editing/form-notice';
import text from '~/ui/text/text.module.css';

const hiddenMeta = pageMeta('Cópia dos seus dados');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

/** Opened by the link of an e-mail: saves the copy of a person's data, for the password of their account. */
export default function DataExport() {
  const [token, setToken] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [over, setOver] = useState(false);
  const [isPending, setPending] = useState(false);
  useEffect(() => setToken(linkToken()), []);

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setPending(true);
    setFailure(undefined);
    try {
      const input = { body: { token: token ?? '', password }, session: 'none' } as const;
      saveFile(await api.download(dataExportLinkRoutes.download, input));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EXPORT_LINK_OVER') setOver(true);
      else setFailure(failureText(error) ?? 'Não foi possível baixar. Tente de novo em instantes.');
    } finally {
      setPending(false);
    }
  }

  if (over || token === '') {
    return <AuthCard isAnswer title="Este link não vale mais" lead="Peça outra cópia em Minha conta." />;
  }
  return (
    <AuthCard
      title="A cópia dos seus dados"
      lead={`Para baixar, digite a senha da sua conta. O link vale por ${EXPORT_HOURS} horas.`}
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {failure && <FormNotice>{failure}</FormNotice>}
          <div>
            <PasswordField name="password" label="Senha" autoComplete="current-password" />
            <Link to="/auth/forgot-password" className={text.line} style={{ fontSize: '0.9375rem' }}>
              Sem senha ou esqueceu? Crie outra
            </Link>
          </div>
          <SubmitButton busy={isPending}>Baixar</SubmitButton>
        </Stack>
      </form>
    </AuthCard>
  );
}
