import type { access as english } from "../en/access.ts";

/** What people are told who may not, and where the bot does not work. */
export const access: typeof english = {
  notRegistered: () => [
    "登録されていないため、何も行われていません。",
    { kind: "code", text: "/whoami" },
    " と送信し、その返答をこのボットの管理者に伝えてください。",
  ],
  isNobody: () => [
    "個人のアカウントから送信されていないため (匿名管理者、チャンネル、ボットなど)、何も行われていません。ご自身のアカウントで送信してください。",
  ],
  mayNotStart: (workflow) => [
    { kind: "code", text: workflow },
    " を開始する権限がありません。ここで開始できるものは /workflows で確認できます。",
  ],
  brokenHere: () =>
    "問題が発生し、ログに記録されました。カードに表示されていない決定は行われていません。もう一度お試しいただくか、/status をご確認ください。",
  halfDone: () =>
    "この操作は以前に届きましたが、処理中にボットが停止しました。/status をご確認ください。何も開始されていなければ、もう一度送信してください。",
  tooLate: () => "届くのが遅く応答できなかったため、何も行われていません。もう一度送信してください。",
  nobodies: {
    anonymous_admin: "匿名管理者",
    channel: "チャンネル",
    linked_channel: "リンクされたチャンネル",
    via_bot: "別のボット経由",
    forwarded: "転送されたメッセージ",
    bot: "ボット",
    webhook: "Webhook",
    deleted: "削除されたアカウント",
    system: "プラットフォームのアカウント",
    unknown: "不明な送信者",
  },
  whoAmI: {
    account: (platform, account) => ["あなたのアカウント: ", { kind: "code", text: `${platform}: ${account}` }],
    nobody: (kind) => [
      `ご自身のアカウントで送信されていないため (${kind})、このボットでは誰としても扱われず、決定は行えません。`,
    ],
    person: (name, id, groups) => [
      "このボットでは ",
      { kind: "bold", text: name },
      " (",
      { kind: "code", text: id },
      ") として登録されています。",
      groups.length === 0 ? "グループには属していません。" : `グループ: ${groups.join("、")}。`,
    ],
    stranger: () => [
      "登録されていません。このボットの管理者が、上記のアカウントを設定の people: に追加する必要があります。",
    ],
    conversation: (platform, id, topic) => [
      "この会話: ",
      { kind: "code", text: topic === undefined ? `${platform}: ${id}` : `${platform}: ${id}, topic: ${topic}` },
    ],
    listed: () => "ボットはここで動作しています。",
    notListed: () => "ボットはここでは動作しません。上記の行が設定の chats: にありません。",
  },
};
