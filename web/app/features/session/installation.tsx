import type { AccessSettings, IdentitySettings } from '@passeio/contract/operator/settings';

/** The operator's settings that the session needs. */
export interface Installation {
  access: AccessSettings;
  identity: IdentitySettings;
}

const META_NAME = 'installation';

/** Defaults for a page that could not be rendered. */
const fallback: Installation = {
  access: { requireConfirmedEmail: false, requireTwoFactor: false, clientIdleMinutes: 0, staffIdleMinutes: 0 },
  identity: { provider: 'embedded' },
};

/** Writes the settings into the document, because the session starts before the page's data is decoded. */
export function InstallationMeta({ access, identity }: Installation) {
  return <meta name={META_NAME} content={JSON.stringify({ access, identity })} />;
}

let known: Installation | undefined;

export function installation(): Installation {
  known ??= readDocument();
  return known;
}

function readDocument(): Installation {
  const written = document.querySelector<HTMLMetaElement>(`meta[name="${META_NAME}"]`)?.content;
  // Written by our own server from validated values.
  return written ? (JSON.parse(written) as Installation) : fallback;
}
