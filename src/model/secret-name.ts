const secretWord = /(?:^|_|API|AUTH|ACCESS)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(?:_|$)/i;
/** Such a variable says where a secret lies or what it is called, not what it is. */
const pointer = /_(?:FILE|PATH|DIR|URL|NAME)$|^GOOGLE_APPLICATION_CREDENTIALS$/i;

/** True if the name of an environment variable says that its value is a key, a token or a password. */
export function namesSecret(variable: string): boolean {
  return secretWord.test(variable) && !pointer.test(variable);
}
