import type { Words } from '../t.ts'

/** What only letters about accounts say. Not yet read by a native speaker. */
export const words: Words = {
  'If this was not you, please reset your password at once and tell our staff.':
    '如果不是您本人，请立即重设密码，并告诉我们的职员。',
  'If it was you, you need not do anything.': '如果是您本人，无需做任何事。',
  'If it was not you, you need not do anything.': '如果不是您本人，无需做任何事。',
  'If this was not you, please tell our staff at once.': '如果不是您本人，请立即告诉我们的职员。',
  'If you did not ask for this, please tell our staff at once.': '如果不是您提出的，请立即告诉我们的职员。',
  'See your passkeys': '查看您的通行密钥',
  'Someone asked for a new password for your account. If it was you, please choose one here.':
    '有人要求为您的账户设置新密码。如果是您本人，请在此设置。',
  'This link works once, until {0}. Please keep this letter if you need a new password: many were asked for today, so until then we send no further one.':
    '链接只能使用一次，有效至{0}。如果您需要新密码，请保存此信：今天的要求很多，在此之前我们不会再发送。',
  'This link works once, within {0} minutes.': '链接只能使用一次，{0}分钟内有效。',
  'If you did not ask for it, you need not do anything: your password stays as it is.':
    '如果不是您要求的，无需做任何事：密码维持不变。',
  'Set your password': '设置密码',
  'Our staff have opened an account for you, so that you can follow your booking and find your receipts.':
    '我们的职员已为您开设账户，方便您查看预订进度和收据。',
  'Please choose a password. When you log in for the first time, you will also set up a second step with an authenticator app.':
    '请设置密码。首次登录时，您还会用验证码应用程序设置第二道验证。',
  "This link works once, within {0} hours. After that, please use 'Forgot password?' on the log-in page.":
    '链接只能使用一次，{0}小时内有效。过后请使用登录页上的“忘记密码？”。',
  "This link works once, within {0} minutes. After that, please use 'Forgot password?' on the log-in page.":
    '链接只能使用一次，{0}分钟内有效。过后请使用登录页上的“忘记密码？”。',
  'You already have an account': '您已有账户',
  'Someone tried to open an account with this email address. You already have one, so nothing was changed.':
    '有人尝试用此电邮开设账户。您已有账户，因此没有任何更改。',
  'If it was you, please log in, or reset your password if you no longer have it.':
    '如果是您本人，请登录；如果忘记密码，请重设。',
  'Please finish your registration': '请完成注册',
  'You have begun to open an account with this email address, but the second step of your sign-in is not set up yet.':
    '您已开始用此电邮开设账户，但尚未设置登录的第二道验证。',
  'To finish, please log in with the password that you chose. If you no longer have it, you can reset it on the log-in page.':
    '请用您设置的密码登录以完成注册。如果忘记密码，可以在登录页重设。',
  'A registration that is not finished within 48 hours is removed. After that, you can register again.':
    '未在48小时内完成的注册会被删除，之后您可以重新注册。',
  'Log in to finish': '登录以完成注册',
  'A new device signed in to your account': '新设备登录了您的账户',
  'Someone signed in to your account, with its password and second step, from a browser that was not used for it before.':
    '有人用密码和第二道验证，从一个从未用过的浏览器登录了您的账户。',
  Device: '设备',
  'See where you are signed in': '查看登录设备',
  'A passkey was added to your account': '您的账户新增了通行密钥',
  'After your password, this passkey can now be used instead of a code from your authenticator app.':
    '输入密码后，现在可以用此通行密钥代替验证码应用程序的验证码。',
  'A passkey was removed from your account': '您的账户移除了通行密钥',
  'It can no longer be used to sign in. Your authenticator app works as before.':
    '该通行密钥不能再用于登录。验证码应用程序照常可用。',
  'Your account was locked for new devices': '您的账户已对新设备锁定',
  'Someone entered {0} wrong passwords for your account. For {1} minutes, nobody can log in to it from a new device.':
    '有人为您的账户输入了{0}次错误密码。{1}分钟内，无法从新设备登录。',
  'None of these passwords was right. In a browser in which you have logged in before, you can log in as always.':
    '这些密码全部不正确。在您曾经登录过的浏览器中，仍可照常登录。',
  'If it was you, please wait {0} minutes, or reset your password on the log-in page. If it was not you, you need not do anything: we write to you at most once a day about this.':
    '如果是您本人，请等候{0}分钟，或在登录页重设密码。如果不是您本人，无需做任何事；此类信函我们每天最多发送一次。',
  'Your password was changed': '您的密码已更改',
  'The password of your account was changed. Everyone who was signed in to it elsewhere was signed out.':
    '您账户的密码已更改。在其他地方的登录均已登出。',
  'Your details were changed': '您的资料已更改',
  'The name or the phone number of your account was changed.': '您账户的姓名或电话号码已更改。',
  'If you hold the right to a niche, it keeps the name that it had. If that is to change too, please come to our counter.':
    '如果您是某个龛位使用权的持有人，该使用权仍保留原来的姓名。如需一并更改，请前来服务柜台。',
  'Your email address was changed': '您的电邮已更改',
  'The email address of your account was changed. We will no longer write to this one.':
    '您账户的电邮已更改，我们不再寄信到此电邮。',
  'If it was not you, please undo the change. Your account will have this address again, and everyone who is signed in to it will be signed out. Passkeys, recovery codes and invitations that were added since a week before the change will be removed. If it is an account of staff, what waits for a colleague to confirm it will end.':
    '如果不是您本人，请撤销更改。您的账户会恢复此电邮，所有登录均会登出。自更改前一周起新增的通行密钥、恢复码和邀请会被移除。如果是职员的账户，等待同事确认的事项也会终止。',
  'This link works once, within {0} days. After that, please tell our staff.':
    '链接只能使用一次，{0}天内有效。过后请告诉我们的职员。',
  'Please confirm your email address': '请确认您的电邮',
  'This is now the email address of your account. Please confirm that our letters reach you here.':
    '这现在是您账户的电邮。请确认您能在此收到我们的信函。',
  'This link works for {0} days. If you have no account with us, someone may have mistyped their address; please do not confirm it.':
    '链接{0}天内有效。如果您没有我们的账户，可能是有人输错了电邮，请不要确认。',
  'Please choose a new password': '请设置新密码',
  'The change of your email address was undone. Your account has this address again, and everyone was signed out.':
    '电邮的更改已撤销。您的账户已恢复此电邮，所有登录均已登出。',
  'If you did not change the address yourself, someone may know your password. Please choose a new one now.':
    '如果不是您本人更改的，可能有人知道您的密码。请立即设置新密码。',
  'We have also removed what was added to your account since {0}, a week before the change. If it was yours, please add it again in your profile.':
    '我们也移除了自{0}（更改前一周）起加入您账户的内容。如果是您本人加入的，请在个人资料中重新加入。',
  'Passkeys removed': '已移除的通行密钥',
  'Removed; please make new ones': '已移除，请重新生成',
  'None were made, so yours still work': '没有新生成的，原有的仍然有效',
  'Invitations withdrawn': '已撤回的邀请',
  'Ended before a colleague confirmed it': '同事确认前已终止的事项',
  'Please also check your details and bookings, and tell our staff what happened.':
    '也请检查您的资料和预订，并将情况告诉我们的职员。',
  'The change of your email address was undone': '您电邮的更改已撤销',
  'Someone used the link in our letter to the old address. Your account has that address again, we will no longer write to this one, and everyone was signed out.':
    '有人使用了寄往旧电邮的信函中的链接。您的账户已恢复旧电邮，我们不再寄信到此电邮，所有登录均已登出。',
  'Someone tried to use your email address': '有人尝试使用您的电邮',
  'Someone tried to give another account this email address. It belongs to your account, so nothing was changed.':
    '有人尝试将此电邮用于另一个账户。此电邮属于您的账户，因此没有任何更改。',
  'If it was you, please log in to the account with this address. If not, you need not do anything.':
    '如果是您本人，请登录使用此电邮的账户。如果不是，无需做任何事。',
  'You asked us to close your account, and we have closed it.': '您要求关闭账户，我们已将其关闭。',
  'You asked us to close your account. Our staff have looked at your bookings and have closed it.':
    '您要求关闭账户。职员已查看您的预订，并已将账户关闭。',
  'Nobody has signed in to your account for 24 months, and it has no bookings. We have closed it.':
    '您的账户已有24个月无人登录，也没有预订。我们已将其关闭。',
  'Your name stays on your bookings and payments, of which we must keep records.':
    '您的姓名会保留在我们必须保存记录的预订和付款上。',
  'Your account is closed': '您的账户已关闭',
  'Your address, phone number, NRIC and sign-in are removed. {0}':
    '您的地址、电话、身份证号码（NRIC）和登录资料已删除。{0}',
  'Your personal details and your sign-in are removed.': '您的个人资料和登录资料已删除。',
  'If you need us again, you are welcome to open a new account.': '如果您再次需要我们，欢迎重新开设账户。',
  'Your unused account will be closed': '您未使用的账户将被关闭',
  'Nobody has signed in to your account for almost 24 months, and it has no bookings. We will close it after {0} and remove your personal details.':
    '您的账户已有近24个月无人登录，也没有预订。我们将在{0}之后关闭账户，并删除您的个人资料。',
  'To keep it, please log in before then. If you no longer need it, you need not do anything.':
    '如果要保留账户，请在此之前登录。如果不再需要，无需做任何事。',
  'Log in to keep it': '登录以保留账户',
  'Please set up two-factor authentication again': '请重新设置双重验证',
  'An admin has reset the second step of your sign-in. When you next log in, you will set it up again with your authenticator app.':
    '管理员已重设您登录的第二道验证。下次登录时，请用验证码应用程序重新设置。',
  'We have your request to close your account': '我们已收到您关闭账户的要求',
  'You asked us to close your account. Because you have bookings, our staff look at them first. We will write to you again once they have decided.':
    '您要求关闭账户。因为您有预订，职员会先行查看。作出决定后，我们会再写信通知您。',
  'Until then you can use your account as before, and withdraw the request in your profile.':
    '在此之前，您可以照常使用账户，也可以在个人资料中撤回要求。',
  'Open your profile': '打开个人资料',
  'If this was not you, please change your password at once and tell our staff.':
    '如果不是您本人，请立即更改密码，并告诉我们的职员。',
  'You asked us to close your account. Our staff have looked at your bookings and cannot close it now.':
    '您要求关闭账户。职员已查看您的预订，目前无法关闭。',
  'You can ask again in your profile, or talk to our staff.': '您可以在个人资料中再次提出，或与我们的职员商谈。',
}
