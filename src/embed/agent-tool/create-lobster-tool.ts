/** x */
export function createLobsterTool(): void {}
